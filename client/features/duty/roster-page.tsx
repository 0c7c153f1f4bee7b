import { IconPhoneRinging, IconTrash, IconUserShare } from "@tabler/icons-react";
import { useNavigate, useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { toast } from "sonner";
import type { RosterDrillPlan } from "../../../shared/alert/drill";
import type { RosterDetails, RosterOverride } from "../../../shared/duty/roster";
import type { Contact } from "../../../shared/message/contact";
import { sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import { contactNames, DutyChip, DutyText } from "../../entities/duty-now";
import { ConfirmDialog } from "../../forms/action-dialog";
import { useHistoryAction } from "../../forms/history-action";
import { useToastedRun } from "../../forms/toast-failure";
import { GuardedButton } from "../../ui/form/guarded-button";
import { Card } from "../../ui/layout/card";
import { BackLink, Detail } from "../../ui/layout/detail";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows, Rows } from "../../ui/layout/rows";
import { PageActions } from "../../ui/table/page-actions";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/duty";
import { OverrideDialog, undoable } from "./override-dialog";
import { RosterDrillDialog } from "./roster-drill-dialog";
import { RosterForm } from "./roster-form";
import { emptyRoster, namesOf, valuesOf } from "./roster-values";
import { SwapsCard } from "./swaps";
import { TurnCalendar } from "./turn-calendar";
import { useRefreshRosters } from "./use-refresh-rosters";

const list = { to: "/alerts/", search: { view: "rosters" }, title: t("all") } as const;

type Shared = { contacts: Contact[]; ownIds: ReadonlySet<string>; now: number };

export function NewRoster({ timeZone, ...shared }: Shared & { timeZone: string }) {
	const navigate = useNavigate();
	const refresh = useRefreshRosters();
	const open = async ({ id: roster, name }: RosterDetails) => {
		toast.success(t("created", { name }));
		await refresh();
		await navigate({ to: "/alerts/", search: { view: "rosters", roster }, replace: true });
	};
	return (
		<>
			<PageHead title={t("new")} subtitle={t("new.help")}>
				<BackLink to={list.to} search={list.search}>
					{list.title}
				</BackLink>
			</PageHead>
			<RosterForm
				roster={null}
				initialValues={emptyRoster(timeZone)}
				{...shared}
				onSaved={(roster) => void open(roster)}
				onCancel={() => void navigate({ to: list.to, search: list.search })}
			/>
		</>
	);
}

type RosterPageProps = Shared & { roster: RosterDetails; denial: string | null };

export function RosterPage({ roster, denial, ...shared }: RosterPageProps) {
	const router = useRouter();
	const navigate = useNavigate();
	const refresh = useRefreshRosters();
	const history = useHistoryAction(roster.id);
	const [isAsking, setIsAsking] = useState<"substitution" | "delete" | null>(null);
	const [drill, setDrill] = useState<RosterDrillPlan | null>(null);
	const planDrill = async () => {
		try {
			setDrill(await trpcClient.alert.getRosterDrillPlan.query({ rosterId: roster.id }));
		} catch (failure) {
			toast.error(sentenceFor(failure));
		}
	};
	const close = () => setIsAsking(null);
	const test = {
		id: "drill",
		label: t("drill"),
		asks: true,
		icon: <IconPhoneRinging size={16} stroke={1.7} />,
		denial,
		onRun: () => void planDrill(),
	};
	const remove = {
		id: "delete",
		label: t("delete"),
		asks: true,
		icon: <IconTrash size={16} stroke={1.7} />,
		denial,
		isDangerous: true,
		onRun: () => setIsAsking("delete"),
	};
	const saved = async () => {
		toast.success(t("saved"));
		await refresh();
		await router.invalidate();
	};
	const deleteNow = async () => {
		await trpcClient.contact.deleteRoster.mutate({ rosterId: roster.id });
		toast.success(t("deleted", { name: roster.name }));
		await navigate({ to: list.to, search: list.search });
		await refresh();
	};
	return (
		<Detail
			title={roster.name}
			subtitle={
				<>
					<DutyChip roster={roster} /> <DutyText roster={roster} />
				</>
			}
			list={list}
			{...(denial !== null && { notice: denial })}
			actions={
				<>
					<GuardedButton denial={denial} icon={<IconUserShare size={17} />} onClick={() => setIsAsking("substitution")}>
						{t("substitution.add")}
					</GuardedButton>
					<PageActions name={roster.name} actions={[test, ...(history.denial ? [] : [history]), remove]} />
				</>
			}
			aside={
				<>
					<SwapsCard roster={roster} denial={denial} now={shared.now} />
					<SubstitutionsCard roster={roster} denial={denial} now={shared.now} />
					<GapsCard roster={roster} />
				</>
			}
		>
			{denial === null ? (
				<RosterForm
					key={roster.id}
					roster={roster}
					initialValues={valuesOf(roster)}
					{...shared}
					onSaved={() => void saved()}
				/>
			) : (
				<TurnCalendar
					history={roster}
					zone={roster.zone}
					nameOf={namesOf(shared.contacts, roster)}
					ownIds={shared.ownIds}
					now={shared.now}
				/>
			)}
			{drill !== null && <RosterDrillDialog roster={roster} plan={drill} onClose={() => setDrill(null)} />}
			{isAsking === "substitution" && <OverrideDialog roster={roster} contacts={shared.contacts} onClose={close} />}
			{isAsking === "delete" && (
				<ConfirmDialog
					isDangerous
					size={440}
					title={t("delete.title", { name: roster.name })}
					label={t("delete")}
					run={deleteNow}
					onClose={close}
					onDone={() => {}}
				>
					<p>{t("delete.lead", { count: roster.ruleCount })}</p>
				</ConfirmDialog>
			)}
		</Detail>
	);
}

function SubstitutionsCard({ roster, denial, now }: Pick<RosterPageProps, "roster" | "denial" | "now">) {
	const nameOf = contactNames(roster);
	const ahead = roster.overrides.filter(({ to }) => to > now);
	return (
		<Card title={t("substitutions")}>
			{ahead.length === 0 ? (
				<NoRows>{t("substitutions.none")}</NoRows>
			) : (
				<Rows
					rows={ahead.map((override) => ({
						key: override.id,
						name: nameOf(override.contactId),
						under: rich("substitution.span", {
							from: <TimeStamp at={override.from} isFocusable />,
							to: <TimeStamp at={override.to} isFocusable />,
							author:
								override.acceptedBy == null
									? override.createdBy
									: t("swap.signed", { one: override.createdBy, two: override.acceptedBy }),
						}),
						end: denial === null && <EndSubstitution override={override} name={nameOf(override.contactId)} />,
					}))}
				/>
			)}
		</Card>
	);
}

function EndSubstitution({ override, name }: { override: RosterOverride; name: string }) {
	const refresh = useRefreshRosters();
	const { isBusy, run } = useToastedRun();
	const end = () =>
		run(async () => {
			const { undoId } = await trpcClient.contact.endOverride.mutate({ overrideId: override.id });
			undoable({ message: t("substitution.ended", { name }), undoId, refresh });
			await refresh();
		});
	return (
		<GuardedButton
			denial={null}
			size="compact-sm"
			isLoading={isBusy}
			label={t("substitution.endOf", { name })}
			onClick={() => void end()}
		>
			{t("substitution.end")}
		</GuardedButton>
	);
}

function GapsCard({ roster: { gaps } }: { roster: RosterDetails }) {
	return (
		<Card title={t("gaps")}>
			{gaps.length === 0 ? (
				<NoRows>{t("gaps.none")}</NoRows>
			) : (
				<Rows
					rows={gaps.map(({ from, to }) => ({
						key: String(from),
						name: rich("gaps.span", {
							from: <TimeStamp at={from} isFocusable />,
							to: <TimeStamp at={to} isFocusable />,
						}),
						under: t("gaps.fallback"),
					}))}
				/>
			)}
		</Card>
	);
}
