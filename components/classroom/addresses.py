"""Where requests come from, as limits count it, and without keeping anybody's address."""

import hashlib
import ipaddress

IPV6_PREFIX = 64  # bits: what one household or machine is given


def network(address: str) -> str:
    """The network that an address stands for: itself, or the /64 of an IPv6 address; "" where it is not known."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, IPV6_PREFIX), strict=False))
    return str(parsed)


def address_digest(key: str, address: str) -> str:
    """A name for an address within the class of this key, from which nobody can read the address; "" for ""."""
    if not address:
        return ""
    return hashlib.sha256(f"{key} {network(address)}".encode("utf-8", "replace")).hexdigest()[:24]
