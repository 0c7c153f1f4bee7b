import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { CurrentAccount } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import { minuteMs } from "../../../shared/base/durations";
import type { Contact } from "../../../shared/message/contact";
import { useAccount } from "../../api/account";
import { rosterBy, rosterList } from "../../api/later-queries";
import { contactList } from "../../api/queries";
import { denialOf } from "../../entities/labels";
import { useStableDenial } from "../../forms/stable-denial";
import { CenteredMessage } from "../../ui/feedback/notes";
import { ButtonLink } from "../../ui/layout/link";
import { useTickingNow } from "../../ui/time/relative-time";
import { t } from "../../words/made/duty";
import { RosterList } from "./roster-list";
import { NewRoster, RosterPage } from "./roster-page";

/** `rosterId` is `new` for a new roster. Without it, the list. */
export function RosterScreen({ rosterId, tabs }: { rosterId: string | undefined; tabs: ReactNode }) {
	const { me } = useAccount();
	const { data: rosters } = useSuspenseQuery(rosterList());
	const denial = useStableDenial(rosterDenial(me));
	if (rosterId === undefined) return <RosterList rosters={rosters} denial={denial} tabs={tabs} />;
	if (rosterId === "new" && denial === null) return <NewRosterPage />;
	if (rosters.some(({ id }) => id === rosterId))
		return <OneRoster key={rosterId} rosterId={rosterId} denial={denial} />;
	return (
		<CenteredMessage title={t("roster")} text={rosterId === "new" ? denial : t("missing")}>
			<ButtonLink to="/alerts/" search={{ view: "rosters" }}>
				{t("all")}
			</ButtonLink>
		</CenteredMessage>
	);
}

function NewRosterPage() {
	const { me, timeZone } = useAccount();
	const now = useTickingNow(minuteMs);
	const { data: contacts } = useSuspenseQuery(contactList());
	return <NewRoster timeZone={timeZone} contacts={contacts} ownIds={ownContactIds(contacts, me)} now={now} />;
}

function OneRoster({ rosterId, denial }: { rosterId: string; denial: string | null }) {
	const { me } = useAccount();
	const now = useTickingNow(minuteMs);
	const [roster, contacts] = useSuspenseQueries({ queries: [rosterBy(rosterId), contactList()] });
	const ownIds = ownContactIds(contacts.data, me);
	// A change may have ended something since the last tick.
	const at = Math.max(now, roster.dataUpdatedAt);
	return <RosterPage roster={roster.data} contacts={contacts.data} ownIds={ownIds} denial={denial} now={at} />;
}

type Me = CurrentAccount["me"];

function rosterDenial({ role, scope }: Pick<Me, "role" | "scope">): string | null {
	if (!can(role, "editRosters")) return denialOf("editRosters", "changeRosters");
	return scope === "all" ? null : t("scope");
}

function ownContactIds(contacts: readonly Contact[], { id }: Pick<Me, "id">): ReadonlySet<string> {
	return new Set(contacts.flatMap((contact) => (contact.linkedUserId === id ? contact.id : [])));
}
