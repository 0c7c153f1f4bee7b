import type { Roster } from "../../shared/duty/roster";
import { StatusChip } from "../ui/feedback/status-chip";
import { TextLink } from "../ui/layout/link";
import { Rows } from "../ui/layout/rows";
import { TimeStamp } from "../ui/time/time-stamp";
import { rich, t } from "../words/made/duty";

export function contactNames({ people }: Pick<Roster, "people">): (contactId: string) => string {
	const names = new Map(people.map(({ id, name }) => [id, name]));
	return (contactId) => {
		const name = names.get(contactId);
		return name === undefined ? t("deletedContact") : (name ?? t("anotherPerson"));
	};
}

/** Each roster with who is on duty now, until when, and who comes next. */
export function DutyRows({ rosters }: { rosters: readonly Roster[] }) {
	return (
		<Rows
			rows={rosters.map((roster) => ({
				key: roster.id,
				name: (
					<TextLink to="/alerts/" search={{ view: "rosters", roster: roster.id }}>
						{roster.name}
					</TextLink>
				),
				under: <DutyText roster={roster} />,
				end: <DutyChip roster={roster} />,
			}))}
		/>
	);
}

export function DutyText({ roster }: { roster: Roster }) {
	const { now, next } = roster;
	const nameOf = contactNames(roster);
	const named = (contactId: string | null) => (contactId === null ? t("nobody") : nameOf(contactId));
	if (next === null) return t("now.always", { name: named(now.contactId) });
	return rich("now.until", {
		name: named(now.contactId),
		time: <TimeStamp at={next.from} isFocusable />,
		next: named(next.contactId),
	});
}

/** A warning if the fallback is notified now, or no one is on duty for some of the next weeks. */
export function DutyChip({ roster }: { roster: Roster }) {
	const { now, notifiedIds, gaps } = roster;
	const isFallback = now.contactId === null || !notifiedIds.includes(now.contactId);
	if (isFallback) return <StatusChip tone="warn">{t("chip.fallback")}</StatusChip>;
	if (gaps.length > 0) return <StatusChip tone="warn">{t("chip.gaps")}</StatusChip>;
	return <StatusChip tone="ok">{t("chip.covered")}</StatusChip>;
}
