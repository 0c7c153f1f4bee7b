import { describe, it } from "vitest";
import type { Bindings } from "../../../worker/settings/bindings";
import { unique } from "../fixtures/browser";
import { freshBindings, get, post, setCookiesOf, storedSession } from "../fixtures/console";
import { rightPassword } from "../fixtures/pool-ids";

const loopback = "http://localhost:5173";

async function attributesOf(changes: Partial<Bindings>, origin?: string): Promise<string[]> {
	const bindings = freshBindings(changes);
	const signIn = { email: unique("jane"), password: rightPassword };
	const old = await storedSession({ isAdopted: false });
	const due = await storedSession({ accessExpiresIn: -60 });
	const ended = await storedSession({ accessExpiresIn: -60, refreshMode: "TokenRevokedException" });
	const doubled = `${old.cookies}; ${old.cookies}`;
	const responses = [
		await post("/api/auth/sign-in", { bindings, origin, body: signIn }),
		await post("/api/auth/sign-out", { bindings, origin, cookies: due.cookies }),
		await post("/api/auth/sign-out-everywhere", { bindings, origin, cookies: due.cookies }),
		await get("/api/isAuthenticated", { bindings, origin, cookies: old.cookies }),
		await get("/api/isAuthenticated", { bindings, origin, cookies: due.cookies }),
		await get("/api/isAuthenticated", { bindings, origin, cookies: ended.cookies }),
		await get("/api/isAuthenticated", { bindings, origin, cookies: doubled }),
	];
	const lines = responses.flatMap((response) => {
		const written = setCookiesOf(response);
		if (written.length === 0) throw new Error("An answer that should write cookies wrote none.");
		return written.map(({ attributes }) => attributes.filter((each) => /^(Secure|SameSite)/.test(each)).join(" "));
	});
	return [...new Set(lines)];
}

describe("the operator's cookie settings", () => {
	const cases: [why: string, changes: Partial<Bindings>, origin: string | undefined, attributes: string][] = [
		["by default", {}, undefined, "Secure SameSite=Lax"],
		["by default, over http to this machine", {}, loopback, "SameSite=Lax"],
		["strict", { COOKIE_SAME_SITE: "strict" }, undefined, "Secure SameSite=Strict"],
		["none", { COOKIE_SAME_SITE: "none" }, undefined, "Secure SameSite=None"],
		["none, over http to this machine", { COOKIE_SAME_SITE: "none" }, loopback, "Secure SameSite=None"],
		["not secure", { COOKIE_SECURE: "off" }, undefined, "SameSite=Lax"],
	];
	it.for(cases)("S3 reach every session cookie written and expired: %s", async (each, { expect }) => {
		const [, changes, origin, attributes] = each;
		expect(await attributesOf(changes, origin)).toEqual([attributes]);
	});
});
