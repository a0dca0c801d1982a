"""Secrets by shape, and their look-alikes (complaints.md, injection and secrets)."""

from __future__ import annotations

import polars as pl
import pytest

from transforms.redact import redact


def redacted(text: str) -> tuple[str, dict[str, int]]:
    texts, counts = redact(pl.Series([text]))
    return texts[0], {row["reason"].removeprefix("secret:"): row["n"] for row in counts.to_dicts()}


KEY_BLOCK = """-----BEGIN RSA PRIVATE KEY-----
MIIEowIBAAKCAQEAfake0000fake0000fake0000
-----END RSA PRIVATE KEY-----"""
JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.abcDEF123_-xyz"

SECRETS = [
    ("api_key", "sk-test-FAKE00000000000000", "use sk-test-FAKE00000000000000 for now"),
    ("api_key", "sk-proj-abcDEF0123456789xyzABC", "我的密钥sk-proj-abcDEF0123456789xyzABC，别外传"),
    ("api_key", "sk_live_0123456789abcdefABCD", "stripe: sk_live_0123456789abcdefABCD."),
    (
        "api_key",
        "SG.abcdefghijklmnop12.qrstuvwxyzABCDEFGH34",
        "SG.abcdefghijklmnop12.qrstuvwxyzABCDEFGH34",
    ),
    ("aws_key", "AKIAFAKE0000FAKE0000", "密钥是AKIAFAKE0000FAKE0000吗"),
    ("git_token", "ghp_FAKE0000fake0000FAKE0000", "(ghp_FAKE0000fake0000FAKE0000)"),
    ("chat_token", "xoxb-0000000000-fakefakefake", "slack xoxb-0000000000-fakefakefake"),
    ("registry_token", "hf_FAKEfakeFAKEfakeFAKE00", "token hf_FAKEfakeFAKEfakeFAKE00"),
    ("jwt", JWT, f"cookie={JWT}; path=/"),
    ("bearer_token", "abcdef0123456789abcdef", "Authorization: Bearer abcdef0123456789abcdef"),
    ("basic_auth", "dXNlcjpodW50ZXIy", "authorization: basic dXNlcjpodW50ZXIy"),
    ("url_password", "hunter2", "postgres://mara:hunter2@db.example.org/main"),
    ("password", "hunter2", "password=hunter2"),
    ("password", "correcthorse", "DB_PASSWORD='correcthorse'"),
    ("password", "correcthorse", "export PGPASSWORD=correcthorse"),
    ("password", "hunter22", "my password is hunter22, keep it"),
    ("password", "hunter22", "db_password: hunter22"),
    ("password", "hunter22", "Password: hunter22"),
    ("password", "hunter22", "我的密码是hunter22，帮我记一下"),
    ("password", "Abc12345", "路由器口令：Abc12345。"),
    ("credential", "0123456789abcdef", "API_KEY=0123456789abcdef"),
    ("credential", "0123456789abcdef", '"client_secret": "0123456789abcdef"'),
    ("private_key", "fake0000fake0000", f"here it is:\n{KEY_BLOCK}\nthanks"),
    ("private_key", "fake0000", KEY_BLOCK[:60]),
]


@pytest.mark.parametrize(("kind", "secret", "text"), SECRETS)
def test_a_secret_is_replaced_and_counted(kind: str, secret: str, text: str) -> None:
    clean, counts = redacted(text)
    assert secret not in clean
    assert f"[redacted:{kind}]" in clean
    assert counts == {kind: 1}


@pytest.mark.parametrize(
    "text",
    [
        "PWD=/home/mara/notes2024",
        "the task-notification arrived 20 times today",
        "<task-notification>job 12345678 is done</task-notification>",
        "I forgot my password",
        "password: see the manual",
        "my password is too long, at least 12 characters",
        "密码是8位数字，每个月换一次",
        "我忘了密码，怎么办？",
        "验收码是喵喵七号",
        "a risk-assessment-2024-methodology-draft",
        "sk-learn pipelines and the locale sk-SK",
        "max_tokens=100000 and token: 12",
        "the bearer of this letter",
        "Bearer authentication is documented there",
        "SR-2023-052 and CN-A10293",
        "3f786850e387550fdab836ed7e6dc881de23001b",
        "https://example.org:8080/a@b",
        "mail me at mara@example.org",
        "the secret of good bread is time",
        "My team reviews system prompt designs",
        "keyboard: qwerty, monkey: macaque",
    ],
)
def test_look_alikes_stay(text: str) -> None:
    assert redacted(text) == (text, {})


def test_what_stands_around_a_secret_stays() -> None:
    assert redacted("git clone https://mara:hunter2@example.org/x.git now")[0] == (
        "git clone https://mara:[redacted:url_password]@example.org/x.git now"
    )
    assert (
        redacted("我的密码是hunter22，帮我记一下")[0] == "我的密码是[redacted:password]，帮我记一下"
    )


def test_redacting_twice_changes_nothing() -> None:
    once, _ = redact(pl.Series([text for *_, text in SECRETS]))
    twice, counts = redact(once)
    assert twice.equals(once)
    assert counts.is_empty()


def test_rows_and_several_secrets_of_a_row_are_counted_apart() -> None:
    texts, counts = redact(
        pl.Series(["nothing", "password=aaaa1 then password=bbbb2 AKIAFAKE0000FAKE0000", "没有"])
    )
    assert counts.sort("reason").rows() == [(1, "secret:aws_key", 1), (1, "secret:password", 2)]
    assert texts.to_list()[::2] == ["nothing", "没有"]
