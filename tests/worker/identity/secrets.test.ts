import { describe, it } from "vitest";
import { get, post, storedSession } from "../fixtures/console";
import { loggedEvents, loggedText } from "../fixtures/event-log";
import { rightPassword } from "../fixtures/pool-ids";

async function wholeRun(): Promise<{ answers: Response[]; secrets: string[] }> {
	const email = `jane-${crypto.randomUUID()}@example.com`;
	const signedIn = await post("/api/auth/sign-in", { body: { email, password: rightPassword } });
	const lines = signedIn.headers.getSetCookie().map((line) => line.split("; ")[0] ?? "");
	const cookies = lines.join("; ");
	const due = await storedSession({ accessExpiresIn: -60 });
	const ended = await storedSession({ accessExpiresIn: -60, refreshMode: "TokenRevokedException" });
	const responses = [
		signedIn,
		await post("/api/auth/sign-in", { body: { email, password: "Wrong-password-1" } }),
		await post("/api/auth/sign-in", { body: { email: "new@example.com", password: "Temporary-1" } }),
		await get("/api/isAuthenticated", { cookies }),
		await get("/api/isAuthenticated", { cookies: due.cookies }),
		await get("/api/isAuthenticated", { cookies: ended.cookies }),
		await get("/api/proxy/case.leaky", { cookies }),
		await get("/api/proxy/case.html", { cookies }),
		await get("/api/proxy/case.ended", { cookies }),
		await get("/api/auth/config", { cookies }),
		await post("/api/auth/sign-out", { cookies }),
	];
	const stored = [...lines, ...due.cookies.split("; "), ...ended.cookies.split("; ")];
	const tokens = stored.filter((pair) => /Token=/.test(pair)).map((pair) => pair.slice(pair.indexOf("=") + 1));
	return {
		answers: responses,
		secrets: [...tokens, rightPassword, "Wrong-password-1", "Temporary-1", "secret-session"],
	};
}

describe("tokens and passwords", () => {
	it("S8 appear in no body and in no header but Set-Cookie", async ({ expect }) => {
		const { answers: responses, secrets } = await wholeRun();
		expect(secrets.length).toBe(13);
		for (const response of responses) {
			const headers = [...response.headers].filter(([name]) => name !== "set-cookie");
			const text = JSON.stringify(headers) + (await response.text());
			for (const secret of secrets) expect(text).not.toContain(secret);
			expect(text).not.toMatch(/eyJ[\w-]+\.eyJ/);
		}
	});

	it("S54 appear in no line of the log, nor do cookies and addresses", async ({ expect }) => {
		const { secrets } = await wholeRun();
		for (const secret of secrets) expect(loggedText()).not.toContain(secret);
		expect(loggedText()).not.toMatch(/eyJ[\w-]+\.eyJ|CognitoIdentityServiceProvider|@example\.com/);
	});

	it("S55 leave one structured line for each event of a session, with reason and request id", async ({ expect }) => {
		await wholeRun();
		expect(loggedEvents().map(({ event, name }) => [event, name])).toEqual([
			["sign-in", undefined],
			["sign-in-failed", "NotAuthorizedException"],
			["sign-in-challenged", "NEW_PASSWORD_REQUIRED"],
			["refresh", undefined],
			["session-ended", "TokenRevokedException"],
			["upstream-failed", "UPSTREAM_BAD_ANSWER"],
			["session-ended", undefined],
			["request-refused", "SESSION_ENDED"],
			["sign-out", undefined],
		]);
		const known = ["event", "requestId", "name", "reason", "sub", "cognitoRequestId"];
		for (const line of loggedEvents()) {
			expect(line.requestId).toMatch(/^[\w-]{8,64}$/);
			for (const field of Object.keys(line)) expect(known).toContain(field);
		}
	});

	it("S50 come with responses that no cache may store", async ({ expect }) => {
		const { answers: responses } = await wholeRun();
		for (const response of responses) expect(response.headers.get("cache-control")).toContain("no-store");
		const session = await get("/api/isAuthenticated");
		expect([session.headers.get("cache-control"), session.headers.get("vary")]).toEqual(["no-store", "Cookie"]);
	});
});
