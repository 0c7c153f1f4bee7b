import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, it, vi } from "vitest";
import { isOutage } from "../../client/api/api-error";
import { denialOf, profileQuery } from "../../client/api/auth-call";
import { returnPathFor } from "../../client/api/error-funnel";
import { type AuthErrorName, authErrors } from "../../shared/session/auth-errors";

afterEach(() => void vi.unstubAllGlobals());

async function failureAfter(respond: () => Promise<Response>): Promise<unknown> {
	vi.stubGlobal("fetch", respond);
	return new QueryClient().fetchQuery(profileQuery()).then(
		() => null,
		(error: unknown) => error,
	);
}

function denied(name: AuthErrorName): Promise<unknown> {
	const { status, message } = authErrors[name];
	const error = { name, message, shown: `Shown for ${name}`, requestId: "request-1" };
	return failureAfter(async () => Response.json({ error }, { status }));
}

const over: AuthErrorName[] = [
	"UserUnAuthenticatedException",
	"NoSessionFoundException",
	"TokenRefreshException",
	"InvalidAuthTokens",
	"SessionEnded",
	"TokenRevokedException",
	"RefreshTokenReuseException",
];

it.each(over)("a session that is over leads to sign-in: %s", async (name) => {
	const error = await denied(name);
	expect(returnPathFor(error)).toBe("/login");
	expect(denialOf(error)?.shown).toBe(`Shown for ${name}`);
});

const alive: AuthErrorName[] = [
	"NotAuthorizedException",
	"WrongCurrentPassword",
	"LimitExceededException",
	"NetworkError",
];

it.each(alive)("any other error stays on the screen that made the call: %s", async (name) => {
	expect(returnPathFor(await denied(name))).toBeNull();
});

it("an outage of the sign-in service counts as an outage, whether it responds or not", async () => {
	const silent = await failureAfter(() => Promise.reject(new TypeError("Failed to fetch")));
	for (const error of [silent, await denied("NetworkError")]) {
		expect([isOutage(error), denialOf(error)?.isOutage, returnPathFor(error)]).toEqual([true, true, null]);
	}
	expect(isOutage(await denied("LimitExceededException"))).toBe(false);
});

it("an error of another kind carries no rejection", () => {
	expect(denialOf(new Error("else"))).toBeNull();
});
