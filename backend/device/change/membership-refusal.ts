import type { GroupFilter } from "../../../shared/device-filter";
import type { AccountDb } from "../../context";
import { type DomainError, domainError } from "../../errors";
import { listSettlingGroups } from "../../group/settled-rows";
import { type DeviceRow, isSameValue } from "../device-rows";
import type { DeviceChange } from "./device-change";

/** What a filter looks at by each of its criteria; by groups that people choose nothing moves of itself. */
const lookedAt: [criterion: keyof GroupFilter, facts: (keyof DeviceRow)[]][] = [
	["search", ["name", "serialNumber", "model", "site", "tags"]],
	["tags", ["tags"]],
	["models", ["model"]],
	["firmwareVersions", ["firmwareVersion"]],
	["sites", ["site"]],
	["powers", ["power"]],
];

const words = "This would move the device into a group or out of one. That takes somebody who sees every group.";

/** The refusal of changes that would move devices between groups, at what would do it: the groups, or facts that a filter looks at. */
export function membershipRefusal(db: AccountDb, changes: DeviceChange[]): DomainError {
	const isByHand = changes.some(({ joins, leaves }) => joins.length + leaves.length > 0);
	const places = isByHand ? ["groupIds"] : movingFacts(db, changes);
	return domainError(
		"NOT_PERMITTED",
		{ scope: "groups" },
		{ fields: Object.fromEntries(places.map((at) => [at, words])) },
	);
}

function movingFacts(db: AccountDb, changes: DeviceChange[]): string[] {
	const filters = listSettlingGroups(db).flatMap(({ filter }) => filter ?? []);
	const facts = lookedAt.flatMap(([criterion, looked]) =>
		filters.some((filter) => (filter[criterion]?.length ?? 0) > 0) ? looked : [],
	);
	const isChanged = (fact: keyof DeviceRow) =>
		changes.some(({ before, after }) => !isSameValue(before[fact], after[fact]));
	return [...new Set(facts)].filter(isChanged);
}
