"""Calls every address of the OpenAPI document by Python's urllib and by curl, and compares the responses with it.

    API_KEY=aqk_… DEVICE_KEY=aqd_… INTEGRATION_KEY=aqi_… python3 tests/conformance/walk_api.py https://console.example.com

API_KEY needs the right to read users and the audit log. Nothing is stored by API_KEY. The other two keys are optional:
with them the documented uploads are sent. Ends with 1 when a response differs from the document.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

origin = sys.argv[1].rstrip("/") if len(sys.argv) > 1 else sys.exit(__doc__)
keys = {name: os.environ.get(variable, "") for name, variable in
        {"apiKey": "API_KEY", "deviceKey": "DEVICE_KEY", "integrationKey": "INTEGRATION_KEY"}.items()}
failures = []
counts = {"urllib": 0, "curl": 0, "skipped": 0}


def by_urllib(method, url, headers, body):
    request = urllib.request.Request(url, data=body, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return response.status, {k.lower(): v for k, v in response.headers.items()}, response.read().decode("utf-8-sig")
    except urllib.error.HTTPError as error:
        return error.code, {k.lower(): v for k, v in error.headers.items()}, error.read().decode("utf-8-sig")


def by_curl(method, url, headers, body):
    command = ["curl", "--silent", "--show-error", "--request", method, "--write-out", "\n%{http_code}", url]
    for name, value in headers.items():
        command += ["--header", f"{name}: {value}"]
    if body is not None:
        command += ["--data-binary", "@-"]
    done = subprocess.run(command, input=body, capture_output=True, check=True)
    text, _, status = done.stdout.decode("utf-8-sig").rpartition("\n")
    return int(status), None, text


def waiting(client):
    """A key has 120 calls a minute."""
    def call(method, url, headers, body):
        for _ in range(30):
            response = client(method, url, headers, body)
            if response[0] != 429:
                return response
            time.sleep(5)
        return response
    return call


clients = {"urllib": waiting(by_urllib)} | ({"curl": waiting(by_curl)} if shutil.which("curl") else {})


def problems(value, schema, place=""):
    """What of a JSON value differs from a schema, as far as these documents use JSON Schema."""
    if "$ref" in schema:
        return problems(value, document["components"]["schemas"][schema["$ref"].split("/")[-1]], place)
    for word in ("anyOf", "oneOf"):
        if word in schema and not any(not problems(value, each, place) for each in schema[word]):
            return [f"{place} is none of {word}"]
    if "const" in schema and value != schema["const"]:
        return [f"{place} is not {schema['const']}"]
    if "enum" in schema and value not in schema["enum"]:
        return [f"{place} is none of {schema['enum']}"]
    types = {"object": dict, "array": list, "string": str, "boolean": bool, "integer": int, "number": (int, float), "null": type(None)}
    named = schema.get("type")
    if named is not None:
        names = named if isinstance(named, list) else [named]
        isOfType = any(isinstance(value, types[name]) and (name == "boolean" or not isinstance(value, bool)) for name in names)
        if not isOfType:
            return [f"{place} is no {named}"]
    found = []
    if isinstance(value, dict):
        found += [f"{place}.{name} is missing" for name in schema.get("required", []) if name not in value]
        for name, inner in schema.get("properties", {}).items():
            if name in value:
                found += problems(value[name], inner, f"{place}.{name}")
    if isinstance(value, list) and isinstance(schema.get("items"), dict):
        for index, item in enumerate(value):
            found += problems(item, schema["items"], f"{place}[{index}]")
    return found


def fail(client, call, what):
    failures.append(f"{client} {call}: {what}")


def checked(client, operation, call, response, expected):
    """Returns the JSON of a response of the expected status, checked by its documented schema."""
    status, _, text = response
    counts[client] += 1
    if status != expected:
        return fail(client, call, f"{status} instead of {expected}: {text[:200]}")
    described = operation["responses"].get(str(expected), operation["responses"].get("default", {}))
    media = next(iter(described.get("content", {}).values()), None)
    if media is None or text == "":
        return None
    value = json.loads(text)
    for each in problems(value, media["schema"], "$")[:3]:
        fail(client, call, each)
    return value


def query_of(operation):
    """Required parameters, filled with ids that other lists hold. None: such a list is empty."""
    names = [each["name"] for each in operation.get("parameters", []) if each["in"] == "query" and each["required"]]
    found = {}
    for name in names:
        if name in ids and ids[name] is None:
            return None
        found[name] = ids.get(name) or next(each["example"] for each in operation["parameters"] if each["name"] == name)
    return found


def read(path, operation):
    query = query_of(operation)
    if query is None:
        counts["skipped"] += 1
        return print(f"– GET {path}: no row to ask for")
    headers = {"Authorization": f"Bearer {keys['apiKey']}"}
    for client, call in clients.items():
        url = f"{origin}{path}?{urllib.parse.urlencode(query)}"
        response = call("GET", url, headers, None)
        page = checked(client, operation, f"GET {path}", response, 200)
        if page is None:
            continue
        if client == "urllib":
            again = call("GET", url, headers | {"If-None-Match": response[1]["etag"]}, None)
            if again[0] not in (304, 200) or (again[0] == 200 and again[1]["etag"] == response[1]["etag"]):
                fail(client, f"GET {path}", f"{again[0]} for an unchanged tag")
        limited = query | {"limit": "1"}
        first = checked(client, operation, f"GET {path}?limit=1", call("GET", f"{origin}{path}?{urllib.parse.urlencode(limited)}", headers, None), 200)
        if first and first["nextCursor"]:
            following = urllib.parse.urlencode(limited | {"cursor": first["nextCursor"]})
            checked(client, operation, f"GET {path}?cursor", call("GET", f"{origin}{path}?{following}", headers, None), 200)
        status, _, text = call("GET", f"{origin}{path}?{urllib.parse.urlencode(query | {'format': 'csv'})}", headers, None)
        row = operation["responses"]["200"]["content"]["application/json"]["schema"]["properties"]["data"]["items"]["$ref"]
        columns = list(document["components"]["schemas"][row.split("/")[-1]]["properties"])
        if status != 200 or text.split("\r\n")[0].split(",") != columns:
            fail(client, f"GET {path}?format=csv", f"{status} {text[:100]}")


def write(path, operation):
    [name] = operation["security"][0]
    [(media_type, media)] = operation["requestBody"]["content"].items()
    query = urllib.parse.urlencode({each["name"]: each["example"] for each in operation.get("parameters", []) if each["in"] == "query"})
    url = f"{origin}{path}" + (f"?{query}" if query else "")
    for client, call in clients.items():
        headers = {"Content-Type": media_type, "Authorization": f"Bearer {keys[name]}"}
        if name == "apiKey":
            checked(client, operation, f"POST {path}", call("POST", url, headers, b"{"), 400 if is_writing else 403)
            continue
        wrong = headers | {"Authorization": "Bearer wrong"}
        checked(client, operation, f"POST {path} with a wrong key", call("POST", url, wrong, b""), 401)
        if not keys[name]:
            counts["skipped"] += 1
            continue
        for each, example in media["examples"].items():
            value = example["value"]
            body = (value if isinstance(value, str) else json.dumps(value)).encode()
            expected = 204 if "204" in operation["responses"] else 200
            checked(client, operation, f"POST {path} ({each})", call("POST", url, headers, body), expected)


document = json.loads(by_urllib("GET", f"{origin}/api/v1/openapi.json", {}, None)[2])
is_writing = True
ids = {}
for parameter, path in {"channel": "channels", "report": "reports", "event": "events", "contact": "contacts"}.items():
    status, _, text = by_urllib("GET", f"{origin}/api/v1/{path}?limit=1", {"Authorization": f"Bearer {keys['apiKey']}"}, None)
    rows = json.loads(text).get("data") if status == 200 else sys.exit(f"{path}: {status} {text}")
    ids[parameter] = rows[0]["id"] if rows else None
for path, item in document["paths"].items():
    if "get" in item:
        read(path, item["get"])
    if "post" in item:
        write(path, item["post"])
for failure in failures:
    print(f"✗ {failure}")
print(", ".join(f"{count} by {client}" if client in clients else f"{count} {client}" for client, count in counts.items()))
sys.exit(1 if failures else 0)
