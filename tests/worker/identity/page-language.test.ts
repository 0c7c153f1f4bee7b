import { describe, it } from "vitest";
import { authErrors } from "../../../shared/session/auth-errors";
import { languageOf, sentenceIn } from "../../../worker/base/page-words";
import { connectionLost, fetcherOf, freshBindings, ownOrigin, post, send } from "../fixtures/console";

async function denialIn(language: string | null): Promise<{ message: string; shown: string }> {
	const headers: Record<string, string> = language === null ? {} : { "x-language": language };
	const body = { email: `jane+${crypto.randomUUID()}@example.com`, password: "Wrong-password-1" };
	const { error } = await (await post("/api/auth/sign-in", { body, headers })).json<{
		error: { message: string; shown: string };
	}>();
	return error;
}

const english = "The email or password is incorrect.";

describe("an error of identity", () => {
	it("comes in the page's language, beside its English message", async ({ expect }) => {
		const { message, shown } = await denialIn("en-XA");
		expect(message).toBe(english);
		expect(shown).toMatch(/^⟦Thé émáíl ór pásswórd.*⟧$/);
	});

	it.for([
		["no language", null],
		["an unknown language", "tlh"],
		["a language of 4 kB", "x".repeat(4_000)],
		["a name of every object", "constructor"],
	] as const)("comes in English for %s", async ([, language], { expect }) => {
		expect((await denialIn(language)).shown).toBe(english);
	});

	it("each sentence has a message", ({ expect }) => {
		for (const [name, error] of Object.entries(authErrors)) {
			const sentence = "shown" in error ? error.shown : error.message;
			expect(sentenceIn("en", sentence), name).toBe(sentence);
		}
	});
});

describe("languageOf", () => {
	it.for([
		["", "en"],
		["en-GB,en;q=0.9", "en"],
		["tlh, *;q=0.5", "en"],
		["constructor,__proto__", "en"],
		[`${"x-y,".repeat(2_000)}`, "en"],
	] as const)("reads %j as %s", ([header, language], { expect }) => {
		expect(languageOf(new Headers({ "accept-language": header }))).toBe(language);
	});
});

describe("the page of a link while the backend is down", () => {
	it("names its language, which is English where the reader's has no words", async ({ expect }) => {
		const headers = { accept: "text/html", "accept-language": "en-XA,en" };
		const response = await send(
			new Request(`${ownOrigin}/api/links/a.b.c`, { headers }),
			freshBindings({ BACKEND: fetcherOf(connectionLost) }),
		);
		const page = await response.text();
		expect([response.status, page.includes('<html lang="en">')]).toEqual([502, true]);
		expect(page).toContain("Nothing is wrong with your link, and nothing was done. Open it again in a minute.");
	});
});
