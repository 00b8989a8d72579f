"""Configurations for a proxy in front of several processes, with sticky sessions.

Stickiness uses a cookie, not the visitor's address: three hundred phones on one Wi-Fi share an address. A process that
is down is skipped; its visitors' pages open again in another, from their links.
"""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

COOKIE = "riverbank_worker"
ANSWER_TIMEOUT_S = 30  # for all responses except a page's websocket, which stays open with the page
LINK_LIMIT_KB = 64  # uvicorn's limit for request headers
BODY_LIMIT_MB = 6  # slightly above Streamlit's upload limit

_NGINX = """\
daemon off;
master_process off;
worker_rlimit_nofile {files};
pid "{folder}/nginx.pid";
error_log stderr error;
events {{ worker_connections {connections}; }}
http {{
  access_log off;
  client_body_temp_path "{folder}/body";
  proxy_temp_path "{folder}/proxy";
  fastcgi_temp_path "{folder}/fastcgi";
  uwsgi_temp_path "{folder}/uwsgi";
  scgi_temp_path "{folder}/scgi";
  map $http_upgrade $upgraded {{ default upgrade; "" ""; }}
  map $http_x_forwarded_proto $outer_scheme {{ default $http_x_forwarded_proto; "" $scheme; }}
  map $cookie_{cookie} $visitor {{ default $cookie_{cookie}; "" $request_id; }}
  map $cookie_{cookie} $new_visitor {{ default ""; "" "{cookie}=$request_id; Path=/; HttpOnly; SameSite=Lax"; }}
  upstream riverbank {{
    hash $visitor consistent;
    {servers}
    keepalive 32;
    keepalive_timeout 4s;
  }}
  server {{
    listen {address}:{port};
    client_max_body_size {body}m;
    large_client_header_buffers 4 {link}k;  # allow links as long as a single process would
    proxy_http_version 1.1;
    proxy_set_header Host $http_host;
    proxy_set_header Upgrade $http_upgrade;
    proxy_set_header Connection $upgraded;
    proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    proxy_set_header X-Forwarded-Proto $outer_scheme;
    proxy_read_timeout {answer}s;
    proxy_buffering off;
    proxy_next_upstream error timeout;
    add_header Set-Cookie $new_visitor always;
    location / {{
      proxy_pass http://riverbank;
    }}
    location ~ /_stcore/stream$ {{
      proxy_read_timeout 1d;
      proxy_pass http://riverbank;
    }}
  }}
}}
"""

_CADDY = """\
{{
  admin off
  auto_https off
  log {{
    level ERROR
  }}
}}
http://{host}:{port} {{
  bind {address}
  request_body {{
    max_size {body}MB
  }}
  reverse_proxy {servers} {{
    lb_policy cookie {cookie}
    lb_try_duration 5s
    fail_duration 2s
    flush_interval -1
  }}
}}
"""


@dataclass(frozen=True)
class Proxy:
    """A program that can serve as the proxy.

    Attributes:
        program: Its name on the PATH.
        config: Makes its configuration from its own folder, an address, a port and the workers' ports.
        command: Makes the command line from the path of the program and the configuration file.
    """

    program: str
    config: Callable[[Path, str, int, Sequence[int]], str]
    command: Callable[[str, Path], list[str]]


def nginx_config(folder: Path, address: str, port: int, workers: Sequence[int]) -> str:
    """The configuration for nginx, in one process: if a master process is killed, its worker keeps the port."""
    return _NGINX.format(
        folder=folder,
        files=8192,
        connections=4096,
        cookie=COOKIE,
        servers="\n    ".join(f"server 127.0.0.1:{worker} max_fails=1 fail_timeout=2s;" for worker in workers),
        address=_bracketed(address),
        port=port,
        body=BODY_LIMIT_MB,
        link=LINK_LIMIT_KB,
        answer=ANSWER_TIMEOUT_S,
    )


def caddy_config(folder: Path, address: str, port: int, workers: Sequence[int]) -> str:
    """The configuration for Caddy."""
    return _CADDY.format(
        host="",
        address=address,
        port=port,
        servers=" ".join(f"127.0.0.1:{worker}" for worker in workers),
        cookie=COOKIE,
        body=BODY_LIMIT_MB,
    )


PROXIES = (
    Proxy("nginx", nginx_config, lambda program, file: [program, "-c", str(file), "-e", "stderr"]),
    Proxy(
        "caddy", caddy_config, lambda program, file: [program, "run", "--adapter", "caddyfile", "--config", str(file)]
    ),
)


def find_proxy(program: str = "") -> tuple[Proxy, str] | None:
    """An installed proxy and its path, or None; only ``program`` if it is not empty."""
    for proxy in PROXIES:
        path = shutil.which(proxy.program) or shutil.which(proxy.program, path="/usr/sbin:/usr/local/sbin")
        if path is not None and program in ("", proxy.program):
            return proxy, path
    return None


def _bracketed(address: str) -> str:
    return f"[{address}]" if ":" in address else address
