import { isRedirect } from "@tanstack/react-router";
import { describe, expect, test, vi } from "vitest";
import { keepChallenge } from "../../../client/api/stored-challenge";
import { challengeOrLogin } from "../../../client/features/sign-in/follow-sign-in";

const challenge = { id: "1", expiresAt: 0, name: "SOFTWARE_TOKEN_MFA" } as const;
const kept = () => sessionStorage.getItem("aql.challenge");

function sentTo(next: string) {
	try {
		challengeOrLogin(next);
	} catch (thrown) {
		if (isRedirect(thrown)) return thrown.options;
		throw thrown;
	}
	return null;
}

const leads = (note: string) => ({ to: "/login", search: { next: "/devices" }, state: { note }, replace: true });

describe("the sign-in under way in a tab", () => {
	test("survives a reload for three minutes of this tab's clock, and then leads back to the beginning", () => {
		vi.useFakeTimers({ now: 1_000_000 });
		try {
			keepChallenge({ challenge, email: "ana@example.com" });
			vi.setSystemTime(1_000_000 + 179_000);
			expect(challengeOrLogin("/devices")).toEqual({ challenge, email: "ana@example.com" });
			vi.setSystemTime(1_000_000 + 181_000);
			expect(sentTo("/devices")).toMatchObject(leads("step-expired"));
			expect(kept()).toBeNull();
		} finally {
			vi.useRealTimers();
		}
	});

	test.for([
		"{",
		"null",
		"[]",
		'{"challenge":null,"email":"a","keptAt":1}',
		'{"challenge":{},"email":1,"keptAt":1}',
		'{"challenge":{"id":"1","name":"SMS_MFA"},"email":"a","keptAt":"1"}',
	])("is none where the tab's store holds %s", (text) => {
		sessionStorage.setItem("aql.challenge", text);
		expect(sentTo("/devices")).toMatchObject(leads("step-absent"));
		expect(kept()).toBeNull();
	});

	test("stays empty where nothing is stored", () => {
		expect(sentTo("/devices")).toMatchObject(leads("step-absent"));
	});
});
