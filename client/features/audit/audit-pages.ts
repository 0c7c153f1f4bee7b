import { infiniteQueryOptions } from "@tanstack/react-query";
import { AuditKind, auditActions, auditEntriesPerPage, GetAudit } from "../../../shared/account/audit";
import { dayMs } from "../../../shared/base/durations";
import { queryClient, shouldRetry } from "../../api/query-client";
import { trpc } from "../../api/trpc";

// A file of its own: every page loads the code of routes.

const periods = { day: dayMs, week: 7 * dayMs, month: 31 * dayMs, quarter: 92 * dayMs } as const;
export type AuditPeriod = keyof typeof periods;

export type AuditFilters = {
	who: string | null;
	about: AuditKind | null;
	action: keyof typeof auditActions | null;
	period: AuditPeriod | null;
	entity: string | null;
};

type Requested = { [Name in keyof AuditFilters]?: string | undefined };

export function auditFilters({ who, about, action, period, entity }: Requested): AuditFilters {
	const one = GetAudit.safeParse({ entityId: entity }).data;
	return {
		who: who ?? null,
		about: AuditKind.safeParse(about).data ?? null,
		action: isOf(auditActions, action) ? action : null,
		period: isOf(periods, period) ? period : null,
		entity: one?.entityId ?? null,
	};
}

function isOf<Known extends object>(known: Known, name: string | undefined): name is keyof Known & string {
	return name !== undefined && Object.hasOwn(known, name);
}

export function auditParameters({ who, about, action, period, entity }: AuditFilters, now: number) {
	return {
		...(who !== null && { actor: who }),
		...(about !== null && { kind: about }),
		...(action !== null && { action }),
		...(period !== null && { from: new Date(now - periods[period]).toISOString() }),
		...(entity !== null && { entity }),
	};
}

export const auditPages = (filters: AuditFilters, now: number) =>
	infiniteQueryOptions(
		trpc.account.getAudit.infiniteQueryOptions(askedOf(filters, now), {
			getNextPageParam: ({ nextCursor }) => nextCursor,
		}),
	);

export const auditPage = (filters: AuditFilters, now: number) => (cursor: string | undefined) =>
	queryClient.fetchQuery({
		...trpc.account.getAudit.queryOptions({ ...askedOf(filters, now), cursor }),
		retry: shouldRetry,
		gcTime: 0,
	});

function askedOf({ who, about, action, period, entity }: AuditFilters, now: number): NonNullable<GetAudit> {
	return {
		limit: auditEntriesPerPage,
		...(who !== null && { actorId: who }),
		...(about !== null && { kind: about }),
		...(action !== null && { action }),
		...(period !== null && { from: now - periods[period] }),
		...(entity !== null && { entityId: entity }),
	};
}
