import { queryOptions, type UseMutationResult, useMutation } from "@tanstack/react-query";
import type { ErrorCode } from "../../shared/errors/error-codes";
import type { AuthErrorName } from "../../shared/session/auth-errors";
import type { ConfirmIdentity } from "../../shared/session/auth-requests";
import type { SignedOut } from "../../shared/session/session";
import type { SessionEnding } from "../../shared/session/session-endings";
import type { AuthFailure, AuthResponse } from "./auth-api";
import { doubtPerson } from "./doubt";
import { reportQueryFailure } from "./error-funnel";
import { loadErrorWords } from "./error-words";
import { pageHeaders } from "./named-account";
import { ownAuthApi } from "./own-auth-api";
import { queryClient } from "./query-client";
import { session } from "./session";
import { tabsMemory } from "./tabs-memory";

const overNames: ReadonlySet<AuthErrorName> = new Set<AuthErrorName>([
	"UserUnAuthenticatedException",
	"NoSessionFoundException",
	"TokenRefreshException",
	"InvalidAuthTokens",
	"SessionEnded",
	"TokenRevokedException",
	"RefreshTokenReuseException",
]);

class AuthDenial extends Error {
	override readonly name = "AuthRefusal";
	readonly failure: AuthFailure;
	readonly data: {
		httpStatus: number;
		reason?: ErrorCode;
		ending?: SessionEnding | undefined;
		requestId: string | null;
	};

	constructor(failure: AuthFailure) {
		super(failure.name);
		const { name, isOutage, requestId, ending } = failure;
		this.failure = failure;
		this.data = overNames.has(name)
			? { httpStatus: 401, reason: "SIGNED_OUT", ending, requestId }
			: { httpStatus: isOutage ? 503 : 400, requestId };
	}
}

export function denialOf(error: unknown): AuthFailure | null {
	return error instanceof AuthDenial ? error.failure : null;
}

async function valueOrThrow<T>(fetch: () => Promise<AuthResponse<T>>): Promise<T> {
	await session.beforeCall();
	const response = await fetch();
	if (!response.ok && response.failure.name === "OtherPerson") doubtPerson();
	if (!response.ok) {
		const denial = new AuthDenial(response.failure);
		const { ending } = response.failure;
		if (ending) tabsMemory.keep(null, 0, ending);
		await loadErrorWords(denial);
		throw denial;
	}
	return response.value;
}

/** No retries: the screen shows an outage with a button to try again. */
export const profileQuery = () =>
	queryOptions({ queryKey: ["auth", "profile"], queryFn: () => valueOrThrow(ownAuthApi.profile), retry: false });

export const passkeysQuery = () =>
	queryOptions({ queryKey: ["auth", "passkeys"], queryFn: () => valueOrThrow(ownAuthApi.passkeys), retry: false });

/** An ended session leads to sign-in, as after a failed query. */
export function useAuthMutation<Input, Value>(
	fetch: (input: Input) => Promise<AuthResponse<Value>>,
	onSuccess: (value: Value, input: Input) => unknown,
): UseMutationResult<Value, Error, Input> {
	return useMutation({
		mutationFn: (input: Input) => valueOrThrow(() => fetch(input)),
		onSuccess: (value, input) => onSuccess(value, input),
		onError: (error) => reportQueryFailure(error, true),
	});
}

export const confirmIdentity = (body: ConfirmIdentity) =>
	valueOrThrow(() => ownAuthApi.confirmIdentity(body, pageHeaders()));

/** Leaves the screen before its data is cleared, so that no query runs again; then the page, if the response says so. */
export async function signOut(
	leave: () => Promise<void>,
	fetch: () => Promise<AuthResponse<SignedOut>> = ownAuthApi.signOut,
): Promise<void> {
	const address = await session.leave(async () => {
		const response = await fetch();
		if (!response.ok) throw new Error("The sign-out was not answered.");
		return response.value.leave;
	});
	session.forget();
	await leave();
	queryClient.clear();
	if (address !== undefined) window.location.assign(address);
}
