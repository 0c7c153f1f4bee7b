import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "sonner";
import type { Round } from "../../../shared/round/round";
import { trpcClient } from "../../api/trpc";
import { ConfirmDialog } from "../../forms/action-dialog";
import { useHistoryAction } from "../../forms/history-action";
import { StatusChip } from "../../ui/feedback/status-chip";
import { GuardedLink } from "../../ui/form/guarded-button";
import { BackLink, Detail } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { PageActions } from "../../ui/table/page-actions";
import { t } from "../../words/made/rounds";
import { DoRound } from "./do-round";
import { RoundForm, type RoundOffers } from "./round-form";
import { RoundHistoryCard } from "./round-history";
import { roundStatus } from "./round-labels";
import { PhoneLink } from "./round-list";
import { emptyRound, valuesOf } from "./round-values";
import { useRefreshRounds } from "./use-refresh-rounds";

const list = { to: "/reports/", search: { view: "rounds" }, title: t("all") } as const;

export function NewRound({ timeZone, offered }: { timeZone: string; offered: RoundOffers }) {
	const navigate = useNavigate();
	const refresh = useRefreshRounds();
	const open = async ({ id: round, name }: Round) => {
		toast.success(t("created", { name }));
		await refresh();
		await navigate({ to: list.to, search: { view: "rounds", round }, replace: true });
	};
	return (
		<>
			<PageHead title={t("new")} subtitle={t("new.help")}>
				<BackLink to={list.to} search={list.search}>
					{list.title}
				</BackLink>
			</PageHead>
			<RoundForm
				round={null}
				initialValues={emptyRound(timeZone, offered.needsGroup ? (offered.groups[0]?.id ?? "") : "")}
				offered={offered}
				onSaved={(round) => void open(round)}
				onCancel={() => void navigate({ to: list.to, search: list.search })}
			/>
		</>
	);
}

export function EditRound({ round, offered }: { round: Round; offered: RoundOffers }) {
	const navigate = useNavigate();
	const refresh = useRefreshRounds();
	const back = { to: list.to, search: { view: "rounds", round: round.id } };
	const saved = async () => {
		toast.success(t("saved"));
		await refresh();
		await navigate(back);
	};
	return (
		<>
			<PageHead title={round.name} subtitle={t("new.help")}>
				<BackLink to={back.to} search={back.search}>
					{t("round")}
				</BackLink>
			</PageHead>
			<RoundForm
				round={round}
				initialValues={valuesOf(round)}
				offered={offered}
				onSaved={() => void saved()}
				onCancel={() => void navigate(back)}
			/>
		</>
	);
}

type RoundPageProps = { round: Round; denial: string | null; doDenial: string | null; now: number };

export function RoundPage({ round, denial, doDenial, now }: RoundPageProps) {
	const navigate = useNavigate();
	const refresh = useRefreshRounds();
	const history = useHistoryAction(round.id);
	const [isDeleting, setIsDeleting] = useState(false);
	const { tone, chip, text } = roundStatus(round, now);
	const remove = {
		id: "delete",
		label: t("delete"),
		asks: true,
		icon: <IconTrash size={16} stroke={1.7} />,
		denial,
		isDangerous: true,
		onRun: () => setIsDeleting(true),
	};
	const deleteNow = async () => {
		await trpcClient.round.deleteRound.mutate({ roundId: round.id });
		toast.success(t("deleted", { name: round.name }));
		await navigate({ to: list.to, search: list.search });
		await refresh();
	};
	return (
		<Detail
			title={round.name}
			subtitle={
				<>
					<StatusChip tone={tone}>{chip}</StatusChip> {text}
				</>
			}
			list={list}
			{...(doDenial !== null && { notice: doDenial })}
			actions={
				<>
					<PhoneLink />
					<GuardedLink
						to="/reports/"
						search={{ view: "rounds", round: round.id, tab: "edit" }}
						denial={denial}
						icon={<IconPencil size={17} />}
					>
						{t("edit")}
					</GuardedLink>
					<PageActions name={round.name} actions={[...(history.denial ? [] : [history]), remove]} />
				</>
			}
		>
			<DoRound round={round} denial={doDenial} now={now} />
			<RoundHistoryCard round={round} denial={doDenial} />
			{isDeleting && (
				<ConfirmDialog
					isDangerous
					size={440}
					title={t("delete.title", { name: round.name })}
					label={t("delete")}
					run={deleteNow}
					onClose={() => setIsDeleting(false)}
					onDone={() => {}}
				>
					<p>{t("delete.lead")}</p>
				</ConfirmDialog>
			)}
		</Detail>
	);
}
