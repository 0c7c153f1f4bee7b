import { vi } from "vitest";
import { type AuthErrorName, authErrors } from "../../../shared/session/auth-errors";
import type { AuthConfig } from "../../../shared/session/session";

const config: AuthConfig = {
	companyName: "Northwind Cold Chain",
	passwordPolicy: {
		minimumLength: 6,
		requireLowercase: false,
		requireUppercase: false,
		requireNumbers: false,
		requireSymbols: false,
	},
	isSignUpOpen: true,
};

type Reply = () => Promise<Response>;
type Call = { endpoint: string; body: unknown };

/** The response of an endpoint in its own words. */
export const accepted =
	(value: object): Reply =>
	async () =>
		Response.json(value);

/** The Worker's response of an endpoint that denies a request. */
export const denied =
	(name: AuthErrorName): Reply =>
	async () => {
		const known: { message: string; shown?: string; status: number } = authErrors[name];
		const error = { name, ...known, shown: known.shown ?? known.message, requestId: "request-1" };
		return Response.json({ error }, { status: known.status });
	};

/** The text of a form during an outage. */
export const unavailable = "The sign-in service is unavailable. What you typed is kept: try again in a moment.";

export const noResponse: Reply = () => Promise.reject(new TypeError("Failed to fetch"));

/** Stubs the endpoints below /api/auth/, each with its next response. Returns the received bodies. */
export function stubEndpoints(responses: { [endpoint: string]: Reply[] }, changes: Partial<AuthConfig> = {}): Call[] {
	const left = new Map(Object.entries(responses).map(([endpoint, itsResponses]) => [endpoint, [...itsResponses]]));
	const calls: Call[] = [];
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		const { pathname } = new URL(String(input), window.location.origin);
		const endpoint = pathname.replace("/api/auth/", "");
		if (endpoint === "config") return Response.json({ ...config, ...changes });
		calls.push({ endpoint, body: init?.body === undefined ? null : JSON.parse(String(init.body)) });
		const response = left.get(endpoint)?.shift();
		if (!response) throw new Error(`Nothing left to answer at ${pathname}`);
		return response();
	});
	return calls;
}

export const signedIn = accepted({
	status: "signed-in",
	user: { sub: "1", username: "ana", email: "ana@example.com", name: "Ana Prado" },
});
