"""Networks and digests of IP addresses, so that limits need not store anybody's address."""

import hashlib
import ipaddress

IPV6_PREFIX = 64  # bits: what one household usually has
IPV6_SITE_PREFIX = 48  # the most that a provider usually gives


def network(address: str, prefix: int = IPV6_PREFIX) -> str:
    """The network that limits count: an IPv4 address itself, the /64 of an IPv6 address, "" if unknown."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        if parsed.ipv4_mapped is not None:
            return str(parsed.ipv4_mapped)
        return str(ipaddress.ip_network((parsed, prefix), strict=False))
    return str(parsed)


def address_digest(key: str, address: str) -> str:
    """A keyed hash of an address within one class; "" for an unknown address."""
    if not address:
        return ""
    return hashlib.sha256(f"{key} {network(address)}".encode("utf-8", "replace")).hexdigest()[:24]
