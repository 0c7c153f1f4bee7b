import type { QueryKey } from "@tanstack/react-query";
import { notFound, redirect } from "@tanstack/react-router";
import { type Capability, can } from "../../shared/account/permissions";
import { accountRecord, knownRole } from "./account";
import { readFailure } from "./api-error";
import { returnPathFor } from "./error-funnel";
import { queryClient, warm } from "./query-client";

type LoaderContext = { preload: boolean };

/**
 * The account record and the queries started just before leave in one batch, which a layout's loader could not join.
 */
export async function loadScreen(started: Promise<void>[], context: LoaderContext): Promise<void> {
	await Promise.all([warm(accountRecord()), ...started]);
	leaveWithoutAccount(context);
}

/** Skips queries that the role may not read. Sends them while the role is unknown, which saves a round trip. */
export async function loadScreenFor(
	capability: Capability,
	start: () => Promise<void>[],
	context: LoaderContext,
): Promise<void> {
	await loadScreen(mayBe(capability) ? start() : [], context);
}

export function mayBe(capability: Capability): boolean {
	const role = knownRole();
	return role === undefined || can(role, capability);
}

function leaveWithoutAccount({ preload }: LoaderContext): void {
	const returnPath = returnPathFor(queryClient.getQueryState(accountRecord().queryKey)?.error);
	if (returnPath && !preload) throw redirect({ to: returnPath });
}

/** Throws not-found if the query returned that the item does not exist. */
export function leaveIfMissing({ queryKey }: { queryKey: QueryKey }): void {
	const error = queryClient.getQueryState(queryKey)?.error;
	if (error && isMissing(error)) throw notFound();
}

function isMissing(error: unknown): boolean {
	const { reason, httpStatus } = readFailure(error);
	return httpStatus === (reason === null ? 400 : 404);
}
