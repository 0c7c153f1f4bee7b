import { IconChecklist, IconDeviceMobile } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Round } from "../../../shared/round/round";
import { EmptyNote } from "../../ui/feedback/notes";
import { StatusChip } from "../../ui/feedback/status-chip";
import { PlainButton } from "../../ui/form/buttons";
import { GuardedLink } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { TextLink } from "../../ui/layout/link";
import { PageHead } from "../../ui/layout/page-head";
import { Rows } from "../../ui/layout/rows";
import { t } from "../../words/made/rounds";
import { roundStatus } from "./round-labels";

type RoundListProps = { rounds: Round[]; denial: string | null; tabs: ReactNode; now: number };

export function RoundList({ rounds, denial, tabs, now }: RoundListProps) {
	const add = (
		<GuardedLink to="/reports/" search={{ view: "rounds", round: "new" }} denial={denial} look="primary">
			{t("add")}
		</GuardedLink>
	);
	return (
		<>
			<PageHead title={t("title")} subtitle={t("subtitle", { count: rounds.length })}>
				{rounds.length > 0 && add}
			</PageHead>
			{tabs}
			{rounds.length === 0 ? (
				<Card>
					<EmptyNote icon={<IconChecklist size={26} />} title={t("none")} text={t("none.help")}>
						{add}
					</EmptyNote>
				</Card>
			) : (
				<Card title={t("rounds")} action={<PhoneLink />}>
					<Rows rows={rounds.map((round) => rowOf(round, now))} />
				</Card>
			)}
		</>
	);
}

function rowOf(round: Round, now: number) {
	const { tone, chip, text } = roundStatus(round, now);
	return {
		key: round.id,
		name: (
			<TextLink to="/reports/" search={{ view: "rounds", round: round.id }}>
				{round.name}
			</TextLink>
		),
		under: round.groupName === null ? text : `${round.groupName} · ${text}`,
		end: <StatusChip tone={tone}>{chip}</StatusChip>,
	};
}

/** A page of its own, which works without a network. */
export function PhoneLink() {
	return (
		<PlainButton component="a" href="/rounds/" title={t("phone.help")} leftSection={<IconDeviceMobile size={17} />}>
			{t("phone")}
		</PlainButton>
	);
}
