import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Rehearsal, RehearsalDays, RehearsalDraft, RehearsedContact } from "../../../shared/alert/rehearsal";
import { trpcClient } from "../../api/trpc";

const typingMs = 600;

/** `isOlder`: the result of the previous draft, until the current one loads. */
type KnownRehearsal = Rehearsal & { isOlder: boolean };

export type RehearsalState = {
	rehearsal: KnownRehearsal | null;
	isBusy: boolean;
	isGoingOn: boolean;
	error: unknown;
	goOn: () => void;
	stop: () => void;
	retry: () => void;
};

/** Rehearses the first devices when typing pauses, and all of them on request. Null: nothing to rehearse. */
export function useRehearsal(draft: RehearsalDraft | null, days: RehearsalDays): RehearsalState {
	const text = draft && textOf(draft, days);
	const [requested] = useDebouncedValue(text, typingMs);
	const [goingOn, setGoingOn] = useState<string | null>(null);
	const [kept, setKept] = useState<Rehearsal | null>(null);
	const query = useInfiniteQuery({
		// Not under the router's name: an invalidation of events is no reason to rehearse again.
		queryKey: ["rehearsal", requested],
		queryFn: ({ signal, pageParam }): Promise<Rehearsal> => {
			const input = { ...JSON.parse(requested ?? "{}"), ...(pageParam !== null && { after: pageParam }) };
			// The backend rehearses only in a call outside a batch.
			return trpcClient.alert.rehearse.query(input, { signal, context: { isAlone: true } });
		},
		initialPageParam: null as string | null,
		getNextPageParam: ({ after }) => after,
		enabled: requested !== null && text !== null,
		placeholderData: keepPreviousData,
		staleTime: Number.POSITIVE_INFINITY,
		refetchOnWindowFocus: false,
	});
	const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage, refetch } = query;
	const isGoingOn = goingOn !== null && goingOn === requested && hasNextPage && error === null;
	useEffect(() => {
		if (isGoingOn && !isFetching) void fetchNextPage();
	}, [isGoingOn, isFetching, fetchNextPage]);

	const found = data ? joined(data.pages) : null;
	// An error drops the placeholder, so store the last good result here.
	if (data && !isPlaceholderData && kept?.until !== found?.until) setKept(found);
	const rehearsal = found ?? kept;
	const isOlder = found === null || isPlaceholderData || requested !== text;
	return {
		rehearsal: rehearsal && { ...rehearsal, isOlder },
		isBusy: text !== null && (isFetching || requested !== text),
		isGoingOn,
		error: text === null ? null : error,
		goOn: () => setGoingOn(requested),
		stop: () => setGoingOn(null),
		retry: () => void (data && !isPlaceholderData ? fetchNextPage() : refetch()),
	};
}

/** A rule's name and description do not affect events. */
function textOf(draft: RehearsalDraft, days: RehearsalDays): string {
	const { rule, severity, scope, contactIds, contactGroupIds } = draft;
	const notification = draft.notification && {
		roles: draft.notification.roles,
		rosterIds: draft.notification.rosterIds,
	};
	return JSON.stringify({ rule, severity, scope, contactIds, contactGroupIds, notification, days });
}

function joined(pages: readonly Rehearsal[]): Rehearsal | null {
	const [first] = pages;
	const last = pages.at(-1);
	if (!first || !last) return null;
	const devices = pages.flatMap((page) => page.devices);
	return { ...first, devices, contacts: summed(pages.flatMap(({ contacts }) => contacts)), after: last.after };
}

function summed(contacts: readonly RehearsedContact[]): RehearsedContact[] {
	const byId = new Map<string, RehearsedContact>();
	for (const contact of contacts) {
		const { sent = 0, woken = 0, heldBack = 0 } = byId.get(contact.id) ?? {};
		const sums = { sent: sent + contact.sent, woken: woken + contact.woken, heldBack: heldBack + contact.heldBack };
		byId.set(contact.id, { ...contact, ...sums });
	}
	return [...byId.values()];
}
