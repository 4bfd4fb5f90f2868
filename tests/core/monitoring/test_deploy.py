"""The deploy folder names only commands, settings and files that exist."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
from pathlib import Path
from typing import Any

import yaml
from django.conf import settings
from django.core.management import get_commands, load_command_class
from jsonschema import Draft7Validator
from prometheus_client import REGISTRY

from core.monitoring import metrics  # noqa: F401  (its figures are registered)
from tests.core.monitoring.test_settings import read_by_the_code
from tests.helpers.requirements import SYSTEMD, require

DEPLOY = settings.BASE_DIR / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
OF_THE_DATABASE = {"POSTGRES_PASSWORD"}


def compose() -> dict[str, Any]:
    return dict(yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8")))


def commands() -> list[tuple[str, ...]]:
    """Return every `manage.py` command of the units and containers, with its arguments."""
    said = [
        (service.get("entrypoint") or ["manage.py"], service.get("command"))
        for service in compose()["services"].values()
        if service.get("image") == "tavola"
    ]
    lines = [
        " ".join([*entry, *([words] if isinstance(words, str) else words)]) for entry, words in said
    ]
    lines += [line for unit in UNITS for line in unit.read_text("utf-8").splitlines()]
    started = [words for line in lines for words in re.findall(r"manage\.py ([^&;]+)", line)]
    return [tuple(words.split()) for words in started]


def test_deployed_commands_exist_with_their_options() -> None:
    started = commands()
    assert {words[0] for words in started} == {
        "migrate",
        "collectstatic",
        "serve",
        "worker",
        "backup",
    }
    for name, *options in started:
        command = load_command_class(get_commands()[name], name)
        command.create_parser("manage.py", name).parse_args(
            ["8001" if word == "%i" else word for word in options]
        )


def test_deployed_variables_are_read_by_site() -> None:
    example = (DEPLOY / "env.example").read_text("utf-8")
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))
    for unit in UNITS:
        named |= set(re.findall(r"^Environment=([A-Z_]+)=", unit.read_text("utf-8"), re.MULTILINE))
    for service in compose()["services"].values():
        if service.get("image") == "tavola":
            named |= set(service.get("environment", {}))
    assert named - OF_THE_DATABASE <= read_by_the_code()
    asked_for = set(re.findall(r"\$\{([A-Z_]+)", (DEPLOY / "compose.yaml").read_text("utf-8")))
    assert asked_for == {*OF_THE_DATABASE, "COMMIT"}


def test_shell_reads_values_of_example_settings(tmp_path: Path) -> None:
    """The shell, systemd and compose remove quotes; values with spaces need them in a shell."""
    example = (DEPLOY / "env.example").read_text("utf-8")
    lines = [line.partition("=") for line in example.splitlines() if re.match("[A-Z]", line)]
    written = {name: value.strip('"') for name, _equals, value in lines}
    source = f"set -a; . {DEPLOY / 'env.example'}; env -0"
    shell = ["env", "-i", "sh", "-euc", source]
    done = subprocess.run(shell, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    read = dict(line.split("=", 1) for line in done.stdout.split("\0") if "=" in line)
    assert {name: read.get(name) for name in written} == written


def test_command_of_example_settings_prints_a_secret_key() -> None:
    """Debian has no `python`, only `python3`."""
    example = (DEPLOY / "env.example").read_text("utf-8")
    (command,) = re.findall(r"^# (python3 -c .+)\nSECRET_KEY=$", example, re.MULTILINE)
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=True)
    assert len(done.stdout.strip()) >= 50


def test_tavola_manage_loads_site_settings_and_caller_overrides_them(tmp_path: Path) -> None:
    written = "A='from the file'\nDATABASE_URL=of-the-site\nDEFAULT_FROM_EMAIL=\"A B <c>\"\n"
    (tmp_path / "tavola.env").write_text(written)
    script = (DEPLOY / "tavola-manage").read_text("utf-8")
    command = 'exec runuser -u tavola -- .venv/bin/python manage.py "$@"'
    for shipped, ours in {
        "/etc/tavola/tavola.env": f"{tmp_path}/tavola.env",
        "cd /srv/tavola\n": f"cd {tmp_path}\n",
        command: 'env -0; pwd; echo "$@"',
    }.items():
        assert shipped in script
        script = script.replace(shipped, ours)
    for given, expected in (({}, "of-the-site"), ({"DATABASE_URL": "a 'new' one"}, "a 'new' one")):
        done = subprocess.run(
            ["/bin/sh", "-c", script, "tavola-manage", "migrate_store", "--to", "x y"],
            env={"PATH": os.defpath, **given},
            capture_output=True,
            text=True,
            check=True,
        )
        *lines, said = done.stdout.split("\0")
        read = dict(line.split("=", 1) for line in lines)
        assert read["DATABASE_URL"] == expected
        assert read["A"] == "from the file"
        assert read["DEFAULT_FROM_EMAIL"] == "A B <c>"
        assert read["TAVOLA_VAR"] == "/var/lib/tavola"
        assert said.splitlines() == [str(tmp_path), "migrate_store --to x y"]


def test_files_that_containers_mount_and_build_exist() -> None:
    made = {"tls", "backups"}
    for service in compose()["services"].values():
        for volume in service.get("volumes", []):
            place = volume.split(":")[0]
            if place.startswith("./") and place[2:] not in made:
                assert (DEPLOY / place).exists(), place
        if "build" in service:
            assert (settings.BASE_DIR / service["build"]["dockerfile"]).exists()
    hosts = re.findall(
        r"server (\w+):", (DEPLOY / "nginx/upstream-compose.conf").read_text("utf-8")
    )
    assert hosts == [name for name in compose()["services"] if name.startswith("server")]


def test_compose_file_follows_the_specification() -> None:
    """Check it as `docker compose config` does, by the schema of the Compose specification.

    The schema is that of github.com/compose-spec/compose-spec at 170098ba, under the Apache License
    2.0, without descriptions.
    """
    schema = json.loads((Path(__file__).parent / "compose-spec.json").read_text("utf-8"))
    whole = compose()
    assert [error.message for error in Draft7Validator(schema).iter_errors(whole)] == []
    wrong = {**whole, "services": {"server": {"imagee": "tavola"}}}
    assert not Draft7Validator(schema).is_valid(wrong)
    for service in whole["services"].values():
        assert set(service.get("networks", ())) <= set(whole["networks"])
        named = {volume.split(":")[0] for volume in service.get("volumes", ())}
        assert {name for name in named if not name.startswith(".")} <= set(whole["volumes"])
        assert set(service.get("depends_on", ())) <= set(whole["services"])


def test_logs_of_containers_are_bounded_and_backups_leave_volumes() -> None:
    services = compose()["services"]
    for name, service in services.items():
        assert set(service["logging"]["options"]) == {"max-size", "max-file"}, name
    assert "./backups:/backups" in services["backup"]["volumes"]
    assert "--to /backups" in services["backup"]["command"]


def test_certificates_are_renewed_through_the_proxy() -> None:
    services = compose()["services"]
    nginx = (DEPLOY / "nginx/tavola.conf").read_text("utf-8")
    (root,) = re.findall(r"location \^~ /\.well-known/acme-challenge/ \{ root (\S+); \}", nginx)
    (renews,) = services["renew"]["command"]
    assert f"--webroot-path {root};" in renews
    assert f"acme:{root}" in services["renew"]["volumes"]
    assert f"acme:{root}:ro" in services["proxy"]["volumes"]
    assert "nginx -s reload" in services["proxy"]["command"][-1]
    for script in (renews, services["proxy"]["command"][-1]):
        subprocess.run(["sh", "-nc", script], check=True)


def test_image_is_built_from_existing_files_without_secrets() -> None:
    text = (DEPLOY / "Dockerfile").read_text("utf-8")
    for source in re.findall(r"^COPY (?!--)(\S+) ", text, re.MULTILINE):
        assert (settings.BASE_DIR / source).exists(), source
    (made,) = re.findall(r"^RUN make (\w+)", text, re.MULTILINE)
    assert f"\n{made}:" in (settings.BASE_DIR / "Makefile").read_text("utf-8")
    (compiled,) = re.findall(r"^RUN (.+ -m compileall .+)$", text, re.MULTILINE)
    assert text.index("RUN make") < text.index(compiled) < text.index("COPY --from=built")
    ours = (settings.BASE_DIR / "pyproject.toml").read_text("utf-8")
    (version,) = set(re.findall(r"^FROM \S+/python:([0-9.]+)-", text, re.MULTILINE))
    assert f'requires-python = ">={version}"' in ours
    database = compose()["services"]["db"]["image"].partition(":")[2]
    assert f"postgresql-client-{database} " in text, "pg_dump reads no newer database"
    (words,) = re.findall(r"^CMD (.+)$", text, re.MULTILINE)
    name, *options = json.loads(words)
    load_command_class(get_commands()[name], name).create_parser("", name).parse_args(options)
    assert 'echo "$COMMIT" > COMMIT' in text
    assert compose()["services"]["server1"]["build"]["args"] == {"COMMIT": "${COMMIT:-}"}
    left_out = (settings.BASE_DIR / ".dockerignore").read_text("utf-8").split()
    assert {".git", "var", "deploy/.env", "deploy/tls", "deploy/backups"} <= set(left_out)


def test_proxy_has_body_limit_of_site_and_hides_private_endpoints() -> None:
    text = (DEPLOY / "nginx/tavola.conf").read_text("utf-8")
    assert f"client_max_body_size {settings.DATA_UPLOAD_MAX_MEMORY_SIZE // 1024}k;" in text
    for endpoint in ("healthz", "readyz", "metrics"):
        assert re.search(rf"location = /{endpoint}\s+{{ return 404; }}", text)
    logged = re.search(r"log_format tavola escape=json(.*?);", text, re.DOTALL)
    assert logged is not None
    for telling in ("$remote_addr", "$request_uri", "$uri", "$args", "$http_", '"$request"'):
        assert telling not in logged[1]


def test_alerts_use_existing_metrics_and_page_lists_all() -> None:
    figures = {
        sample
        for family in REGISTRY.collect()
        for sample in (family.name, *(f"{family.name}_{end}" for end in ("total", "bucket")))
    }
    rules = yaml.safe_load((DEPLOY / "prometheus/alerts.yaml").read_text("utf-8"))
    for rule in rules["groups"][0]["rules"]:
        assert set(re.findall(r"tavola_\w+", rule["expr"])) <= figures, rule["alert"]
    page = (settings.BASE_DIR / "docs/operations.md").read_text("utf-8")
    ours = {family.name for family in REGISTRY.collect() if family.name.startswith("tavola_")}
    assert ours <= {name.removesuffix("_total") for name in re.findall(r"`(tavola_\w+)`", page)}


def test_systemd_accepts_units(tmp_path: Path) -> None:
    systemd = require(SYSTEMD)
    for unit in UNITS:
        text = unit.read_text("utf-8").replace("/srv/tavola/.venv/bin/python", "/bin/true")
        (tmp_path / unit.name.replace("@.", "@8001.")).write_text(text)
    names = sorted(str(path) for path in tmp_path.iterdir())
    done = subprocess.run([systemd, "verify", "--man=no", *names], capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if "tavola" in line]
    assert said == []


def test_documented_commands_exist_with_their_options() -> None:
    """Each `manage.py …` on the pages for operators is an existing command with known options."""
    given = []
    for page in ("docs/operations.md", "deploy/README.md", "deploy/env.example"):
        text = (settings.BASE_DIR / page).read_text("utf-8")
        given += re.findall(r"(?:manage\.py|tavola-manage) ([a-z_]+[^\n`#|;()]*)", text)
    assert len(given) > 20
    for line in given:
        name, *options = shlex.split(line.partition("  ")[0].rstrip(".,:"))
        assert name in get_commands(), line
        parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)
        known = {option for action in parser._actions for option in action.option_strings}
        assert {word for word in options if word.startswith("--")} <= known, line


def test_documented_commands_in_containers_run_no_migrations() -> None:
    """`docker compose run` starts `prepare`, which migrates, unless it has `--no-deps`."""
    given = []
    for page in ("docs/operations.md", "deploy/README.md"):
        text = (settings.BASE_DIR / page).read_text("utf-8")
        given += re.findall(r"docker compose run ([^`\n]+)", text)
    assert len(given) > 5
    for line in given:
        words = line.split()
        assert "--no-deps" in words or {"prepare", "certbot"} & set(words), line
