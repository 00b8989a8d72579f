"""What stands in deploy/ and the Dockerfile, tried without Docker: by the programs themselves, on this machine."""

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
import yaml

from components.server.proxies import find_proxy
from components.server.workers import free_ports
from tests.components.waiting import until

ROOT = Path(__file__).parents[3]
DEPLOY = ROOT / "deploy"
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8").replace("\\\n", " ")
HOST = "lectern.example.edu"


def command_after(keyword: str) -> list[str]:
    match = re.search(rf"^{keyword}[^\[\n]*(\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert match is not None
    command: list[str] = json.loads(match[1])
    return command


@pytest.mark.thorough
@pytest.mark.timeout(120)
def test_the_image_starts_the_app_under_the_name_it_is_told_and_knows_that_it_lives() -> None:
    (port,) = free_ports(1)
    tools = Path(sys.executable).parent
    environment = {"PATH": f"{tools}:{os.environ['PATH']}", "RIVERBANK_HOST": HOST, "STREAMLIT_SERVER_PORT": str(port)}
    process = subprocess.Popen(command_after("CMD"), cwd=ROOT, env=environment, stdout=subprocess.DEVNULL)
    try:
        health = [word.replace("8501", str(port)) for word in command_after("HEALTHCHECK")]
        until(lambda: subprocess.run(health, env=environment, stderr=subprocess.DEVNULL, check=False).returncode == 0)
        answers = {
            host: httpx2.get(f"http://127.0.0.1:{port}/", headers={"host": host}).status_code
            for host in (HOST, "localhost", "elsewhere.example.edu")
        }
        assert answers == {HOST: 200, "localhost": 200, "elsewhere.example.edu": 403}
    finally:
        process.terminate()
        process.wait(20)


def test_what_the_containers_are_told_is_something_that_the_app_asks() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    environment = compose["services"]["app"]["environment"]
    assert set(environment) == {"RIVERBANK_STORE", "RIVERBANK_HOST", "FORWARDED_ALLOW_IPS"}
    assert environment["RIVERBANK_STORE"].startswith("redis://store:")
    assert "$RIVERBANK_HOST" in command_after("CMD")[-1]
    assert "store" in compose["services"]
    (mounted,) = compose["services"]["front"]["volumes"]
    assert (DEPLOY / mounted.partition(":")[0]).is_file()


def test_containers_are_confined_and_run_named_versions() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    for service in compose["services"].values():
        assert service["read_only"]
        assert service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"]
        assert service["pids_limit"]
        assert "build" in service or re.search(r":\d+\.\d+\.\d+-", service["image"])
    assert compose["services"]["store"]["networks"] == ["classes"]
    assert compose["networks"]["classes"]["internal"]
    assert "classes" not in compose["services"]["front"]["networks"]


def test_the_image_cannot_change_its_code_and_checks_hashes() -> None:
    assert re.search(r"^FROM python:\d+\.\d+\.\d+-", DOCKERFILE, re.MULTILINE)
    assert "--chown" not in DOCKERFILE
    assert DOCKERFILE.index("COPY . .") < DOCKERFILE.index("USER 1000")
    hashed, torch = (DOCKERFILE.index(part) for part in ("--require-hashes -r requirements.lock", "grep ^torch=="))
    assert hashed < torch


def test_caddy_takes_its_file() -> None:
    installed = find_proxy("caddy")
    if installed is None:
        pytest.skip("Caddy is not installed")
    check = ["adapt", "--validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"]
    done = subprocess.run([installed[1], *check], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_nginx_takes_the_block_for_a_path(tmp_path: Path) -> None:
    installed = find_proxy("nginx")
    if installed is None:
        pytest.skip("nginx is not installed")
    (port,) = free_ports(1)
    block = DEPLOY / "nginx-under-a-path.conf"
    (outside,) = re.findall(r"^#\s+(map .*)$", block.read_text(encoding="utf-8"), re.MULTILINE)
    whole = tmp_path / "nginx.conf"
    whole.write_text(
        f"pid {tmp_path}/pid; events {{}}\n"
        f"http {{ access_log off; {outside}\nserver {{ listen 127.0.0.1:{port}; include {block}; }} }}\n",
        encoding="utf-8",
    )
    done = subprocess.run(
        [installed[1], "-t", "-c", str(whole), "-e", "stderr"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_space_names_the_port_of_the_image() -> None:
    front = (DEPLOY / "space" / "README.md").read_text(encoding="utf-8").split("---")[1]
    settings = yaml.safe_load(front)
    assert settings["sdk"] == "docker"
    assert f"EXPOSE {settings['app_port']}" in DOCKERFILE
    assert len(settings["short_description"]) <= 60


def test_commands_of_the_guide_are_ones_that_there_are() -> None:
    guide = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    for block in re.findall(r"```\n(.*?)```", guide, re.DOTALL):
        for line in block.splitlines():
            for word in shlex.split(line):
                if word.startswith("deploy/"):
                    assert (ROOT / word).exists(), word
    assert "release:" in (ROOT / "Makefile").read_text(encoding="utf-8")
