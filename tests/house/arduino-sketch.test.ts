import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parseReadings } from "../../backend/ingest/parse-readings";

const page = readFileSync(new URL("../../docs/devices.md", import.meta.url), "utf8");
const sketch = /```cpp\n([\s\S]*?)```/.exec(page)?.[1] ?? "";

const standIns = `
#include <cstdio>
#include <ctime>
#include <string>
struct String {
  std::string text;
  String(const char *from = "") : text(from) {}
  explicit String(unsigned long number) : text(std::to_string(number)) {}
  String(float number, int digits) { char out[32]; snprintf(out, sizeof out, "%.*f", digits, number); text = out; }
  unsigned length() const { return text.size(); }
  String &operator+=(const String &other) { text += other.text; return *this; }
};
String operator+(const String &one, const String &other) { String sum = one; sum += other; return sum; }
enum { WL_CONNECTED = 3 };
struct { void begin(const char *, const char *) {} int status() { return WL_CONNECTED; } } WiFi;
struct WiFiClientSecure { void setCACert(const char *) {} };
int posts = 0;
struct HTTPClient {
  bool begin(WiFiClientSecure &, const char *) { return true; }
  void addHeader(const char *, const String &) {}
  int POST(const String &body) { puts(body.text.c_str()); return posts++ == 0 ? -1 : 200; }
  void end() {}
};
void configTime(long, int, const char *) {}
unsigned esp_random() { static unsigned made = 4294967295u; return made--; }
void delay(unsigned long ms) { fprintf(stderr, "%lu\\n", ms); }
float readSensor();  // the builder of the board declares functions by itself
`;

function hasCompiler(): boolean {
	try {
		execFileSync("g++", ["--version"], { stdio: "ignore" });
		return true;
	} catch {
		return false; // it comes with no package, so that a user who has none skips this
	}
}

it.skipIf(!hasCompiler())("the sketch for a board sends unanswered readings again, in the form that is taken", () => {
	const folder = mkdtempSync(join(tmpdir(), "aqlcloud-sketch-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	const code = sketch.replace(/#include <(?:HTTPClient|WiFi|WiFiClientSecure)\.h>\n/g, "");
	const main = "int main() { setup(); loop(); loop(); loop(); }";
	writeFileSync(join(folder, "sketch.cpp"), `${standIns}\n${code}\n${main}\n`);
	const built = join(folder, "sketch");
	execFileSync("g++", ["-std=c++17", "-Wall", "-Werror", "-o", built, join(folder, "sketch.cpp")], { stdio: "pipe" });
	const { stdout, stderr } = spawnSync(built, { encoding: "utf8" });
	// Boards that were turned away together must not come back together.
	const waits = stderr.trim().split("\n").map(Number);
	expect(new Set(waits).size).toBe(3);
	expect(waits.every((ms) => ms >= 60_000 && ms <= 75_000)).toBe(true);
	const bodies = stdout.trim().split("\n");
	const sent = bodies.map((body): unknown[] => JSON.parse(body).readings);
	expect(sent.map(({ length }) => length)).toEqual([1, 2, 1]);
	for (const readings of sent) expect(parseReadings(readings, Date.now()).rejected).toEqual([]);
});
