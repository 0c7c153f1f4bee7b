import type { QueryKey } from "@tanstack/react-query";
import { notFound, redirect } from "@tanstack/react-router";
import { errorCodes } from "../../shared/error-codes";
import { type Capability, can } from "../../shared/permissions";
import { accountRecord, knownRole } from "./account";
import { readFailure } from "./api-error";
import { detourFor } from "./error-funnel";
import { queryClient, warm } from "./query-client";

type LoaderContext = { preload: boolean };

/**
 * For the loader of every signed-in route: the account record and the screen's own queries, started just before this
 * call, leave in one batch. A layout's loader could not do it, since the code of the two arrives at different
 * moments.
 */
export async function loadScreen(started: Promise<void>[], context: LoaderContext): Promise<void> {
	await Promise.all([warm(accountRecord()), ...started]);
	leaveWithoutAccount(context);
}

/**
 * The same for a screen that not every role may open: queries that the role would be refused are not sent. A page
 * opened by its address does not know the role yet and sends them: a refusal costs less than one more trip for
 * everybody.
 */
export async function loadScreenFor(
	capability: Capability,
	start: () => Promise<void>[],
	context: LoaderContext,
): Promise<void> {
	const role = knownRole();
	await loadScreen(role === undefined || can(role, capability) ? start() : [], context);
}

function leaveWithoutAccount({ preload }: LoaderContext): void {
	const detour = detourFor(queryClient.getQueryState(accountRecord().queryKey)?.error);
	if (detour && !preload) throw redirect({ to: detour });
}

/** Throws the not-found page of a screen about one thing where a query has said that it does not exist. */
export function leaveIfMissing({ queryKey }: { queryKey: QueryKey }): void {
	const error = queryClient.getQueryState(queryKey)?.error;
	if (error && isMissing(error)) throw notFound();
}

/** It does not exist or may not be seen; an invalid id is refused by its schema. */
function isMissing(error: unknown): boolean {
	const { reason, httpStatus } = readFailure(error);
	return reason === null ? httpStatus === 400 : errorCodes[reason].trpc === "NOT_FOUND";
}
