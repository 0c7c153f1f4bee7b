import { and, asc, type Column, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/sqlite-core";
import { cached } from "./cached-rows";
import { alerts, groups, reports, reportVersions, users } from "./schema";

type Kind = "alerts" | "reports" | "users" | "groups";

type GroupUse = { kind: Kind; id: string; name: string; groupIds: string[] };

/** One query, because lists of groups need it at every call. */
export const listGroupUses = cached([alerts, groups, reports, reportVersions, users], (db): GroupUse[] => {
	const [watched, seen, filtered] = [namedIn(alerts.scope), namedIn(users.scope), namedIn(groups.filter)];
	const reported = namedIn(reportVersions.definition, "$.scope.groupIds");
	const isPresent = and(eq(reportVersions.reportId, reports.id), eq(reportVersions.version, reports.version));
	return unionAll(
		db
			.select(useOf("alerts", alerts, watched))
			.from(alerts)
			.where(isNotNull(watched)),
		db
			.select(useOf("reports", reports, reported))
			.from(reports)
			.innerJoin(reportVersions, isPresent)
			.where(isNotNull(reported)),
		db
			.select(useOf("users", users, seen))
			.from(users)
			.where(isNotNull(seen)),
		db
			.select(useOf("groups", groups, filtered))
			.from(groups)
			.where(isNotNull(filtered)),
	)
		.orderBy(({ name, id }) => [asc(name), asc(id)])
		.all();
});

function useOf<Id extends Column, Name extends Column>(
	kind: Kind,
	{ id, name }: { id: Id; name: Name },
	groupIds: SQL<string[]>,
) {
	return { kind: sql<Kind>`${kind}`, id, name, groupIds };
}

function namedIn(column: Column, path = "$.groupIds"): SQL<string[]> {
	return sql`${column} ->> ${sql.raw(`'${path}'`)}`.mapWith((text: string): string[] => JSON.parse(text));
}
