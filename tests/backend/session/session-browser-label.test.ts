import { expect, it } from "vitest";
import { browserLabel } from "../../../backend/session/sign-ins";

const webKit = "AppleWebKit/537.36 (KHTML, like Gecko)";

it.each([
	[`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36`, "Chrome on Windows"],
	[`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webKit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0`, "Edge on Windows"],
	[`Mozilla/5.0 (X11; Linux x86_64) ${webKit} Chrome/142.0 Safari/537.36 OPR/120.0`, "Opera on Linux"],
	[`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${webKit} Chrome/142.0 Safari/537.36`, "Chrome on ChromeOS"],
	[`Mozilla/5.0 (Linux; Android 15; K) ${webKit} Chrome/142.0 Mobile Safari/537.36`, "Chrome on Android"],
	[
		`Mozilla/5.0 (Linux; Android 15) ${webKit} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
		"Samsung Internet on Android",
	],
	["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox on macOS"],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15",
		"Safari on macOS",
	],
	[
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
		"Safari on iPhone",
	],
	[
		"Mozilla/5.0 (iPad; CPU OS 18_6 like Mac OS X) AppleWebKit/605.1.15 CriOS/142.0 Mobile Safari/604.1",
		"Chrome on iPad",
	],
	["SomethingElse (Windows NT 10.0)", "A browser on Windows"],
	["Firefox/1", "Firefox"],
	["<script>alert(1)</script>", "Unknown browser"],
	[`${"x".repeat(600)} Firefox/1 Windows`, "Unknown browser"],
	["", "Unknown browser"],
	[null, "Unknown browser"],
])("labels the browser %s as %s", (userAgent, label) => {
	expect(browserLabel(userAgent)).toBe(label);
});
