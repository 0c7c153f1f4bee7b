import { useSuspenseQueries, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { minuteMs } from "../../../shared/base/durations";
import { useAccount } from "../../api/account";
import { deviceList } from "../../api/device-list";
import { rosterList, roundList } from "../../api/later-queries";
import { useRefreshInterval } from "../../api/live";
import { contactList, groupList } from "../../api/queries";
import { useStableDenial } from "../../forms/stable-denial";
import { CenteredMessage } from "../../ui/feedback/notes";
import { ButtonLink } from "../../ui/layout/link";
import { useTickingNow } from "../../ui/time/relative-time";
import { t } from "../../words/made/rounds";
import { doDenial, editDenial, roundDenial } from "./round-labels";
import { RoundList } from "./round-list";
import { EditRound, NewRound, RoundPage } from "./round-page";

type RoundsScreenProps = { roundId: string | undefined; tab: string | undefined; tabs: ReactNode };

/** `roundId` is `new` for a new round. Without it, the list. */
export function RoundsScreen({ roundId, tab, tabs }: RoundsScreenProps) {
	const { me } = useAccount();
	const refetchInterval = useRefreshInterval();
	const { data: rounds, dataUpdatedAt } = useSuspenseQuery({ ...roundList(), refetchInterval });
	const now = Math.max(useTickingNow(minuteMs), dataUpdatedAt);
	const denial = useStableDenial(editDenial(me));
	if (roundId === undefined) return <RoundList rounds={rounds} denial={denial} tabs={tabs} now={now} />;
	if (roundId === "new" && denial === null) return <NewRoundPage />;
	const round = rounds.find(({ id }) => id === roundId);
	const ofRound = round ? roundDenial(me, round) : null;
	if (round && tab === "edit" && ofRound === null) return <EditRoundPage key={round.id} round={round} />;
	if (round) return <RoundPage key={round.id} round={round} denial={ofRound} doDenial={doDenial(me)} now={now} />;
	return (
		<CenteredMessage title={t("round")} text={roundId === "new" ? denial : t("missing")}>
			<ButtonLink to="/reports/" search={{ view: "rounds" }}>
				{t("all")}
			</ButtonLink>
		</CenteredMessage>
	);
}

function useOffered() {
	const [contacts, rosters, groups, devices] = useSuspenseQueries({
		queries: [contactList(), rosterList(), groupList(), deviceList()],
	});
	const { me } = useAccount();
	const offered = { contacts: contacts.data, rosters: rosters.data, groups: groups.data, devices: devices.data };
	return { ...offered, needsGroup: me.scope !== "all" };
}

function NewRoundPage() {
	const { timeZone } = useAccount();
	return <NewRound timeZone={timeZone} offered={useOffered()} />;
}

function EditRoundPage({ round }: { round: Parameters<typeof EditRound>[0]["round"] }) {
	return <EditRound round={round} offered={useOffered()} />;
}
