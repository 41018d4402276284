"""The tests' own model server, protocol by protocol."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest
from modelserver import ModelServer, closed_port, written

EDIT = {"path": "app.js", "old": "const a = 1;\n", "new": "const a = 2;\n"}
PROMPT = f"Fix it.\n\n{written(EDIT, final='That is all.')}"


def schema(*names: str, required: tuple[str, ...] = ()) -> dict[str, object]:
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "required": list(required),
    }


READ = schema("path")
REPLACE = schema("path", "old_string", "new_string", "reason", required=("path", "reason"))
CHANGE = {
    "path": "app.js",
    "old_string": "const a = 1;\n",
    "new_string": "const a = 2;\n",
    "reason": "as planned",
}


class Chat:
    """Bodies as a client of chat completions writes them; the other classes do so for other protocols."""

    path = "/v1/chat/completions"

    @staticmethod
    def body(prompt: str = PROMPT, results: int = 0, tools: bool = True) -> dict[str, object]:
        offered = {"read": READ, "edit": REPLACE} if tools else {}
        done = [{"role": "assistant", "content": None}, {"role": "tool", "content": "done"}] * results
        return {
            "model": "scripted",
            "messages": [{"role": "user", "content": prompt}, *done],
            "tools": [
                {"type": "function", "function": {"name": name, "parameters": each}}
                for name, each in offered.items()
            ],
        }

    @staticmethod
    def asked(answer: dict) -> tuple[str, object]:
        call = answer["choices"][0]["message"]["tool_calls"][0]["function"]
        return call["name"], json.loads(call["arguments"])

    @staticmethod
    def said(answer: dict) -> str:
        return answer["choices"][0]["message"]["content"]

    @staticmethod
    def used(answer: dict) -> tuple[int, int, int]:
        told = answer["usage"]
        return (
            told["prompt_tokens"],
            told["prompt_tokens_details"]["cached_tokens"],
            told["completion_tokens"],
        )

    @staticmethod
    def joined(events: list[dict]) -> dict:
        deltas = [choice["delta"] for event in events for choice in event["choices"]]
        calls = [call for delta in deltas for call in delta.get("tool_calls", [])]
        message: dict = {"content": "".join(delta.get("content") or "" for delta in deltas)}
        if calls:
            arguments = "".join(call["function"]["arguments"] for call in calls)
            message["tool_calls"] = [{"function": {**calls[0]["function"], "arguments": arguments}}]
        return {"choices": [{"message": message}], "usage": events[-1]["usage"]}


class Responses:
    path = "/v1/responses"

    @staticmethod
    def body(prompt: str = PROMPT, results: int = 0, tools: bool = True) -> dict[str, object]:
        offered = {"read": READ, "edit": REPLACE} if tools else {}
        done = [{"type": "function_call"}, {"type": "function_call_output", "output": "done"}] * results
        return {
            "model": "scripted",
            "input": [{"role": "user", "content": [{"type": "input_text", "text": prompt}]}, *done],
            "tools": [
                {"type": "function", "name": name, "parameters": each} for name, each in offered.items()
            ],
        }

    @staticmethod
    def asked(answer: dict) -> tuple[str, object]:
        item = answer["output"][0]
        return item["name"], item["input"] if "input" in item else json.loads(item["arguments"])

    @staticmethod
    def said(answer: dict) -> str:
        return answer["output"][0]["content"][0]["text"]

    @staticmethod
    def used(answer: dict) -> tuple[int, int, int]:
        told = answer["usage"]
        return told["input_tokens"], told["input_tokens_details"]["cached_tokens"], told["output_tokens"]

    @staticmethod
    def joined(events: list[dict]) -> dict:
        pieces = "".join(event["delta"] for event in events if event["type"].endswith(".delta"))
        done = events[-1]["response"]
        item = done["output"][0]
        assert pieces in (item.get("arguments"), item.get("input"), Responses._text(item))
        return done

    @staticmethod
    def _text(item: dict) -> str | None:
        return item["content"][0]["text"] if "content" in item else None


class Messages:
    path = "/v1/messages"

    @staticmethod
    def body(prompt: str = PROMPT, results: int = 0, tools: bool = True) -> dict[str, object]:
        offered = {"read": READ, "edit": REPLACE} if tools else {}
        done = [
            {"role": "assistant", "content": [{"type": "tool_use"}]},
            {"role": "user", "content": [{"type": "tool_result", "content": "done"}]},
        ]
        return {
            "model": "scripted",
            "messages": [{"role": "user", "content": prompt}, *done * results],
            "tools": [{"name": name, "input_schema": each} for name, each in offered.items()],
        }

    @staticmethod
    def asked(answer: dict) -> tuple[str, object]:
        return answer["content"][0]["name"], answer["content"][0]["input"]

    @staticmethod
    def said(answer: dict) -> str:
        return answer["content"][0]["text"]

    @staticmethod
    def used(answer: dict) -> tuple[int, int, int]:
        told = answer["usage"]
        cached = told["cache_read_input_tokens"]
        return told["input_tokens"] + cached, cached, told["output_tokens"]

    @staticmethod
    def joined(events: list[dict]) -> dict:
        deltas = [event["delta"] for event in events if event["type"] == "content_block_delta"]
        block = next(event["content_block"] for event in events if event["type"] == "content_block_start")
        if block["type"] == "text":
            block["text"] = "".join(delta["text"] for delta in deltas)
        else:
            block["input"] = json.loads("".join(delta["partial_json"] for delta in deltas))
        usage = {**events[0]["message"]["usage"], **events[-2]["usage"]}
        return {"content": [block], "usage": usage}


class Gemini:
    path = "/v1beta/models/scripted:generateContent"

    @staticmethod
    def body(prompt: str = PROMPT, results: int = 0, tools: bool = True) -> dict[str, object]:
        offered = {"read": READ, "edit": REPLACE} if tools else {}
        done = [
            {"role": "model", "parts": [{"functionCall": {"name": "read"}}]},
            {"role": "user", "parts": [{"functionResponse": {"name": "read"}}]},
        ]
        declared = [{"name": name, "parametersJsonSchema": each} for name, each in offered.items()]
        return {
            "contents": [{"role": "user", "parts": [{"text": prompt}]}, *done * results],
            "tools": [{"functionDeclarations": declared}] if tools else [],
        }

    @staticmethod
    def asked(answer: dict) -> tuple[str, object]:
        call = answer["candidates"][0]["content"]["parts"][0]["functionCall"]
        return call["name"], call["args"]

    @staticmethod
    def said(answer: dict) -> str:
        return answer["candidates"][0]["content"]["parts"][0]["text"]

    @staticmethod
    def used(answer: dict) -> tuple[int, int, int]:
        told = answer["usageMetadata"]
        return told["promptTokenCount"], told["cachedContentTokenCount"], told["candidatesTokenCount"]

    @staticmethod
    def joined(events: list[dict]) -> dict:
        (whole,) = events
        return whole


PROTOCOLS = [Chat, Responses, Messages, Gemini]
EVERY = pytest.mark.parametrize("client", PROTOCOLS, ids=[each.__name__.lower() for each in PROTOCOLS])


@pytest.fixture
def server() -> Iterator[ModelServer]:
    with ModelServer() as open_:
        yield open_


def post(url: str, body: object) -> bytes:
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=5) as answer:
        return answer.read()


def ask(server: ModelServer, client: type, front: str = "", **body: object) -> dict:
    return json.loads(post(server.url + front + client.path, client.body(**body)))


def stream(server: ModelServer, client: type, front: str = "", **body: object) -> list[dict]:
    path = client.path.replace(":generate", ":streamGenerate")
    told = post(server.url + front + path, {**client.body(**body), "stream": True}).decode()
    lines = (line.removeprefix("data: ") for line in told.splitlines() if line.startswith("data: "))
    return [json.loads(line) for line in lines if line != "[DONE]"]


@EVERY
def test_the_model_reads_then_edits_then_says_that_it_is_done(server, client):
    assert client.asked(ask(server, client)) == ("read", {"path": "app.js"})
    assert client.asked(ask(server, client, results=1)) == ("edit", CHANGE)
    assert client.said(ask(server, client, results=2)) == "That is all."


@EVERY
def test_a_stream_tells_in_pieces_what_is_else_told_at_once(server, client):
    assert client.asked(client.joined(stream(server, client, results=1))) == ("edit", CHANGE)
    assert client.said(client.joined(stream(server, client, results=2))) == "That is all."


@EVERY
def test_the_usage_that_is_told_is_the_usage_that_is_noted(server, client):
    assert client.used(ask(server, client)) == (1000, 200, 100)
    assert client.used(client.joined(stream(server, client))) == (1000, 200, 100)
    assert [(told.input, told.cached, told.output) for told in server.told()] == [(1000, 200, 100)] * 2


@EVERY
@pytest.mark.parametrize("status", [401, 429, 500])
def test_a_fault_in_the_path_fails_each_request(server, client, status):
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server, client, f"/fault/{status}")
    assert caught.value.code == status
    assert f"planned failure {status}" in json.dumps(json.load(caught.value))
    assert [(one.status, one.usage) for one in server.seen] == [(status, None)]


@EVERY
def test_a_stream_may_be_cut_and_its_usage_does_not_count(server, client):
    with pytest.raises((ValueError, KeyError, IndexError, StopIteration, AssertionError)):
        client.joined(stream(server, client, "/cut"))
    assert server.told() == []


@EVERY
def test_a_request_without_tools_is_beside_the_work(server, client):
    assert client.said(ask(server, client, tools=False)) == "That is all."
    assert [one.aside for one in server.seen] == [True]
    assert server.told() == []


@EVERY
def test_the_model_that_was_asked_for_is_noted(server, client):
    ask(server, client)
    assert [(one.protocol, one.model) for one in server.seen] == [(client.__name__.lower(), "scripted")]


def test_only_the_first_requests_fail_where_a_number_is_told(server):
    with pytest.raises(urllib.error.HTTPError):
        ask(server, Chat, "/fault/429/1")
    assert Chat.asked(ask(server, Chat, "/fault/429/1"))[0] == "read"


def test_a_plan_may_tell_the_fault(server):
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server, Chat, prompt=written(EDIT, faults="fault/500"))
    assert caught.value.code == 500


def test_a_dropped_connection_has_no_answer(server):
    with pytest.raises((urllib.error.URLError, ConnectionError)):
        ask(server, Chat, "/drop")
    assert [one.status for one in server.seen] == [None]


def test_a_slow_answer_comes_late(server):
    start = time.perf_counter()
    ask(server, Chat, "/slow/0.1")
    assert time.perf_counter() - start >= 0.1


def test_an_answer_that_nobody_waits_for_does_not_hold_up_the_end():
    with ModelServer() as server:
        threading.Thread(target=lambda: ask(server, Chat, "/slow/60"), daemon=True).start()
        time.sleep(0.05)
        start = time.perf_counter()
    assert time.perf_counter() - start < 5


def test_a_closed_port_refuses():
    with pytest.raises(urllib.error.URLError):
        post(f"http://127.0.0.1:{closed_port()}", {})


def test_a_list_of_edits_is_filled_in(server):
    edits = {"type": "array", "items": schema("oldText", "newText")}
    tool = {"name": "edit", "parameters": {"properties": {"path": {}, "edits": edits}, "required": ["path"]}}
    body = {**Chat.body(), "tools": [{"type": "function", "function": tool}]}
    answer = json.loads(post(server.url + Chat.path, body))
    change = {"oldText": "const a = 1;\n", "newText": "const a = 2;\n"}
    assert Chat.asked(answer) == ("edit", {"path": "app.js", "edits": [change]})


def test_a_tool_for_patches_gets_a_patch(server):
    body = {**Responses.body(), "tools": [{"type": "custom", "name": "apply_patch"}]}
    name, patch = Responses.asked(json.loads(post(server.url + Responses.path, body)))
    assert name == "apply_patch"
    assert "*** Update File: app.js\n@@\n-const a = 1;\n+const a = 2;\n" in patch


def test_a_client_with_a_shell_alone_edits_by_a_command(server):
    tool = {"name": "bash", "parameters": schema("command")}
    body = {**Chat.body(), "tools": [{"type": "function", "function": tool}]}
    name, arguments = Chat.asked(json.loads(post(server.url + Chat.path, body)))
    assert (name, list(arguments)) == ("bash", ["command"])
    assert arguments["command"].startswith("python3 -c ")


def test_a_client_that_asks_for_blocks_gets_them_once(server):
    prompt = f"Answer with SEARCH/REPLACE blocks.\n{PROMPT}"
    answer = Chat.said(ask(server, Chat, prompt=prompt, tools=False))
    assert "<<<<<<< SEARCH\nconst a = 1;\n=======\nconst a = 2;\n>>>>>>> REPLACE" in answer
    body = Chat.body(prompt=prompt, tools=False)
    again = {**body, "messages": [*body["messages"], {"role": "assistant", "content": answer}]}
    assert Chat.said(json.loads(post(server.url + Chat.path, again))) == "That is all."
    assert len(server.told()) == 2


def test_paths_are_full_where_the_client_tells_its_folder(server):
    answer = ask(server, Chat, prompt=f"Current working directory: /home/me/it\n{PROMPT}")
    assert Chat.asked(answer) == ("read", {"path": "/home/me/it/app.js"})


def test_a_plan_that_no_tool_can_carry_out_is_a_refusal(server):
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server, Chat, prompt=written({"run": "true"}))
    assert caught.value.code == 400
    assert "no tool runs 'true'" in json.load(caught.value)["error"]["message"]


def test_without_a_plan_nothing_is_done(server):
    assert Chat.said(ask(server, Chat, prompt="Hello.")) == "Done."


def test_a_plan_that_did_not_come_whole_is_a_refusal(server):
    with pytest.raises(urllib.error.HTTPError) as caught:
        ask(server, Chat, prompt=PROMPT.replace('"', '\\"'))
    assert "no plan can be read from the prompt" in json.load(caught.value)["error"]["message"]
