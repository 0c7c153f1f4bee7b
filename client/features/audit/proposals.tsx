import { Button } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { ProposalList as List, Proposal, ProposalState } from "../../../shared/account/four-eyes";
import { trpc, trpcClient } from "../../api/trpc";
import { Callout, EmptyNote } from "../../ui/feedback/notes";
import { type ChipTone, StatusChip } from "../../ui/feedback/status-chip";
import { ButtonRow } from "../../ui/form/buttons";
import { Card } from "../../ui/layout/card";
import { type Fact, Facts } from "../../ui/layout/detail";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { TimeStamp } from "../../ui/time/time-stamp";
import { t } from "../../words/made/four-eyes";
import classes from "./audit.module.css";
import { EntityLink, FieldTable } from "./audit-changes";
import { actionLabel } from "./audit-labels";
import { type ProposalAct, ProposalDialog } from "./proposal-dialog";

const tones: Record<ProposalState, ChipTone> = {
	waiting: "warn",
	outdated: "bad",
	expired: "off",
	approved: "ok",
	declined: "bad",
	withdrawn: "off",
};

type Chosen = { act: ProposalAct; proposal: Proposal };

export function ProposalList({ list: { proposals, names } }: { list: List }) {
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const queryClient = useQueryClient();
	const run = async ({ act, proposal }: Chosen, comment: string) => {
		const { id: proposalId } = proposal;
		if (act === "approve") await trpcClient.account.approveProposal.mutate({ proposalId });
		else if (act === "decline") await trpcClient.account.declineProposal.mutate({ proposalId, comment });
		else await trpcClient.account.withdrawProposal.mutate({ proposalId });
		toast.success(t(`done.${act}`));
		await queryClient.invalidateQueries();
	};
	return (
		<>
			<PageHead title={t("title")} subtitle={t("lead")} />
			{proposals.length === 0 && <EmptyNote icon={<IconUsers size={26} />} title={t("empty")} text={t("empty.help")} />}
			<div className={layout.grid}>
				{proposals.map((proposal) => (
					<ProposalCard
						key={proposal.id}
						proposal={proposal}
						names={names}
						onAct={(act) => setChosen({ act, proposal })}
					/>
				))}
			</div>
			{chosen && (
				<ProposalDialog
					act={chosen.act}
					name={titleOf(chosen.proposal)}
					run={(comment) => run(chosen, comment)}
					onClose={() => {
						setChosen(null);
						void queryClient.invalidateQueries(trpc.account.getProposals.queryFilter());
					}}
				/>
			)}
		</>
	);
}

function titleOf({ action, subject }: Proposal): string {
	return t("proposal", { action: actionLabel(action), subject: subject.name });
}

type ProposalCardProps = { proposal: Proposal; names: List["names"]; onAct: (act: ProposalAct) => void };

function ProposalCard({ proposal, names, onAct }: ProposalCardProps) {
	const { subject, state, outdated, denial, changes, conflict } = proposal;
	const entity = { ...subject, id: subject.id ?? "", fields: changes };
	return (
		<Card title={titleOf(proposal)} note={<StatusChip tone={tones[state]}>{t(`state.${state}`)}</StatusChip>}>
			<div className={classes.proposal}>
				{outdated !== null && <Callout tone="warn">{t(`outdated.${outdated}`)}</Callout>}
				<Facts facts={factsOf(proposal)} />
				{changes.length > 0 && <FieldTable entity={entity} names={names} />}
				{conflict.length > 0 && (
					<section aria-label={t("conflict")}>
						<h3 className={classes.heading}>{t("conflict")}</h3>
						<FieldTable entity={{ ...entity, fields: conflict }} names={names} />
					</section>
				)}
				{subject.id !== null && (
					<p className={classes.note}>
						<EntityLink entity={entity} label={t("open", { name: subject.name })} />
					</p>
				)}
				<Acts proposal={proposal} onAct={onAct} />
				{state === "waiting" && denial === "subject" && <p className={classes.note}>{t("denial.subject")}</p>}
				{state === "waiting" && denial === "right" && <p className={classes.note}>{t("denial.right")}</p>}
			</div>
		</Card>
	);
}

function Acts({ proposal, onAct }: Pick<ProposalCardProps, "proposal" | "onAct">) {
	const { state, denial } = proposal;
	const isOpen = state === "waiting" || state === "outdated";
	if (!isOpen || denial === "subject" || denial === "right") return null;
	const title = titleOf(proposal);
	const button = (act: ProposalAct, variant: "filled" | "default") => (
		<Button key={act} variant={variant} aria-label={t(`of.${act}`, { proposal: title })} onClick={() => onAct(act)}>
			{t(`act.${act}`)}
		</Button>
	);
	return (
		<ButtonRow>
			{denial === "own"
				? button("withdraw", "default")
				: [button("decline", "default"), ...(state === "waiting" ? [button("approve", "filled")] : [])]}
		</ButtonRow>
	);
}

function factsOf(proposal: Proposal): Fact[] {
	const { proposerName, reason, createdAt, expiresAt, state, deciderName, decidedAt, comment } = proposal;
	const isDecided = deciderName !== null && decidedAt !== null;
	return [
		{ label: t("proposer"), value: proposerName, note: <TimeStamp at={createdAt} isFocusable /> },
		{ label: t("reason"), value: reason },
		...(isDecided
			? [{ label: t("decider"), value: deciderName, note: <TimeStamp at={decidedAt} isFocusable /> }]
			: state === "waiting"
				? [{ label: t("until"), value: <TimeStamp at={expiresAt} isFocusable /> }]
				: []),
		...(comment === "" ? [] : [{ label: t("comment"), value: comment }]),
	];
}
