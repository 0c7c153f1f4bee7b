import type * as z from "zod/mini";
import { headerNames } from "../../shared/base/header-names";
import { parsedOrNull } from "../../shared/base/json-record";
import { EmergencyStanding, type SecondStepReported, type SignInWay } from "../../shared/session/second-step-report";
import { secondStepPath } from "../../shared/session/session";
import type { AccountEnding } from "../../shared/session/session-endings";
import { reasonOf } from "../base/event-log";
import { HttpError, upstreamUnreachable } from "../base/http-error";
import { endingIn } from "../session/ended-sessions";
import type { AuthCall } from "./auth-call";

const backendDeadlineMs = 5_000;

/**
 * No token states the second step. A failure does not end the sign-in: the profile reports it again. Returns why every
 * account of the person denies the sign-in; null: one does not.
 */
export async function reportSecondStep(
	call: AuthCall,
	accessToken: string,
	isOn: boolean | null,
	way: SignInWay | null = null,
): Promise<AccountEnding | null> {
	const { upstream } = call.services.settings;
	if (upstream.kind === "url") return null;
	const headers = new Headers({
		authorization: `Bearer ${accessToken}`,
		"content-type": "application/json",
		[headerNames.requestId]: call.requestId,
	});
	if (call.userAgent !== null) headers.set("user-agent", call.userAgent);
	const address = call.clientAddress();
	if (address !== null) headers.set("x-forwarded-for", address);
	const secondStep = isOn === null ? null : isOn ? "on" : "off";
	const body = JSON.stringify({ secondStep, ...(way !== null && { way }) } satisfies z.input<
		typeof SecondStepReported
	>);
	try {
		const signal = AbortSignal.timeout(backendDeadlineMs);
		const url = new URL(secondStepPath, call.url).href;
		const response = await upstream.backend.fetch(url, { method: "POST", headers, body, signal });
		await response.body?.cancel();
		const ending = endingIn(response);
		if (ending !== null) return ending;
		if (response.status !== 204) call.log({ event: "second-step-untold", reason: `status ${response.status}` });
	} catch (error) {
		call.log({ event: "second-step-untold", reason: reasonOf(error) });
	}
	return null;
}

/** Throws HttpError for an emergency owner whose sign-in has no second step, as a password alone must set up none. */
export async function assertMaySetUpSecondStep(call: AuthCall, accessToken: string): Promise<void> {
	if ((await emergencyStanding(call, accessToken)) === "unproven") throw new HttpError("SecondStepNotProven");
}

export async function assertMayBeWithoutSecondStep(call: AuthCall, accessToken: string): Promise<void> {
	if ((await emergencyStanding(call, accessToken)) !== "none") throw new HttpError("SecondStepNeeded");
}

async function emergencyStanding(call: AuthCall, accessToken: string): Promise<EmergencyStanding> {
	const { upstream } = call.services.settings;
	if (upstream.kind === "url") return "none";
	const authorization = `Bearer ${accessToken}`;
	const headers = { authorization, [headerNames.requestId]: call.requestId };
	const signal = AbortSignal.timeout(backendDeadlineMs);
	const response = await upstream.backend
		.fetch(new URL(secondStepPath, call.url).href, { headers, signal })
		.catch((error: unknown) => {
			throw upstreamUnreachable(reasonOf(error));
		});
	const standing = EmergencyStanding.safeParse(parsedOrNull(await response.text())).data;
	if (response.status !== 200 || standing === undefined) throw upstreamUnreachable(`status ${response.status}`);
	return standing;
}
