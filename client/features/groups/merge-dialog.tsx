import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { toast } from "sonner";
import type { User } from "../../../shared/account/account";
import { can } from "../../../shared/account/permissions";
import type { DeviceListRow } from "../../../shared/device/device";
import type { GroupListRow, GroupUses } from "../../../shared/device/group";
import { sentenceFor } from "../../api/api-error";
import { deviceList } from "../../api/device-list";
import { groupBy, userList } from "../../api/queries";
import { trpcClient } from "../../api/trpc";
import { comma } from "../../base/comma-list";
import { GonePreviewNote } from "../../device-actions/retention-preview";
import { NotSent, ReadDialog } from "../../forms/action-dialog";
import { TypedConfirmation } from "../../forms/typed-confirmation";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/devices";
import { nameOrCount, useRefreshGroups } from "./group-calls";
import classes from "./groups.module.css";

const namedCount = 12;

type MergeDialogProps = {
	groups: GroupListRow[];
	all: GroupListRow[];
	onClose: () => void;
	onMerged: (intoId: string) => Promise<void>;
};

export function MergeDialog({ groups, all, onClose, onMerged }: MergeDialogProps) {
	const refresh = useRefreshGroups();
	const [intoId, setIntoId] = useState<string | null>(null);
	const [complaint, setComplaint] = useState<string | null>(null);
	const into = all.find(({ id }) => id === intoId);
	const going = groups.filter(({ id }) => id !== intoId);
	const targets = all.filter(
		({ id, kind }) => kind === "static" && (groups.length > 1 || groups.every((group) => group.id !== id)),
	);
	const choices = useSteadyOptions(targets.map(({ id, name }) => ({ value: id, label: name })));
	const merge = async () => {
		if (!into) {
			setComplaint(t("groups.merge.missing"));
			throw new NotSent();
		}
		await trpcClient.group.mergeGroups.mutate({ fromIds: going.map(({ id }) => id), intoId: into.id });
		toast.success(t("groups.merge.done", { groups: nameOrCount(going), into: into.name }));
		await onMerged(into.id);
		await refresh();
	};
	if (targets.length === 0) {
		return (
			<ReadDialog title={t("groups.merge.title", { groups: nameOrCount(groups) })} onClose={onClose}>
				<p>{t("groups.merge.noTarget")}</p>
			</ReadDialog>
		);
	}
	return (
		<TypedConfirmation
			title={t("groups.merge.question", { groups: nameOrCount(groups) })}
			onClose={onClose}
			onConfirm={merge}
			confirmLabel={t("groups.merge.run", { count: going.length })}
			expected={nameOrCount(going)}
		>
			<div className={classes.dialog}>
				<Select
					label={t("groups.action.merge")}
					description={t("groups.merge.into.text")}
					data-autofocus
					searchable
					{...choices}
					value={intoId}
					error={complaint}
					onChange={(id) => {
						setIntoId(id);
						setComplaint(null);
					}}
				/>
				{into && <Effect going={going} into={into} />}
			</div>
		</TypedConfirmation>
	);
}

function Effect({ going, into }: { going: GroupListRow[]; into: GroupListRow }) {
	const devices = useQuery(deviceList());
	const users = useQuery(userList());
	const merged = [...going, into];
	const watched = merged.filter(({ useCounts }) => useCounts.alerts > 0);
	const named = useQueries({ queries: watched.map(({ id }) => groupBy(id)) });
	const failure = devices.error ?? users.error ?? named.find(({ error }) => error !== null)?.error;
	const rules = named.every(({ data }) => data !== undefined)
		? widerRules(
				named.map(({ data }) => data?.uses.alerts ?? []),
				merged.length,
			)
		: null;
	const effect = useMemo(
		() =>
			devices.data && users.data
				? mergeEffect({ fromIds: going.map(({ id }) => id), intoId: into.id }, devices.data, users.data)
				: null,
		[devices.data, users.data, going, into],
	);
	return (
		<>
			<div role="status" className={classes.effect}>
				<p className={classes.lead}>
					{t("groups.merge.effect", { count: going.length, groups: nameOrCount(going), into: into.name })}
				</p>
				{effect && <EffectText effect={effect} into={into} />}
				{rules && rules.length > 0 && <RulesText rules={rules} into={into} />}
				{!(effect && rules) && !failure && <p className={layout.note}>{t("groups.merge.checking")}</p>}
				{failure && <p className={layout.note}>{t("groups.merge.unknown", { reason: sentenceFor(failure) })}</p>}
			</div>
			<GonePreviewNote groupIds={going.map(({ id }) => id)} intoId={into.id} />
		</>
	);
}

function EffectText({ effect, into }: { effect: MergeEffect; into: GroupListRow }) {
	const { joining, seesMore } = effect;
	return (
		<>
			<p className={classes.lead}>
				{joining === 0
					? t("groups.merge.noneJoins", { into: into.name })
					: t("groups.merge.join", { count: joining, into: into.name })}{" "}
				{seesMore.length === 0 && t("groups.merge.nobodySeesMore")}
			</p>
			{seesMore.length > 0 && (
				<>
					<p className={classes.warned}>{t("groups.merge.seeMore", { count: seesMore.length })}</p>
					<ul className={classes.people}>
						{seesMore.slice(0, namedCount).map(({ id, name, devices }) => (
							<li key={id}>{t("groups.merge.userSees", { name, count: devices })}</li>
						))}
						{seesMore.length > namedCount && (
							<li>{t("groups.merge.others", { count: seesMore.length - namedCount })}</li>
						)}
					</ul>
				</>
			)}
		</>
	);
}

function RulesText({ rules, into }: { rules: GroupUses["alerts"]; into: GroupListRow }) {
	const names = rules
		.slice(0, namedCount)
		.map(({ name }) => name)
		.join(comma);
	return (
		<p className={classes.warned}>
			{rules.length > namedCount
				? t("groups.merge.rulesAndOthers", {
						count: rules.length,
						into: into.name,
						names,
						others: rules.length - namedCount,
					})
				: t("groups.merge.rules", { count: rules.length, into: into.name, names })}
		</p>
	);
}

/** Rules that name some of the merged groups but not all; `byGroup`: by group, the rules that name it. */
export function widerRules(byGroup: GroupUses["alerts"][], merged: number): GroupUses["alerts"] {
	const rules = new Map(byGroup.flat().map((rule) => [rule.id, rule]));
	const namedBy = (id: string) => byGroup.filter((own) => own.some((rule) => rule.id === id)).length;
	return [...rules.values()].filter(({ id }) => namedBy(id) < merged);
}

type Merge = { fromIds: string[]; intoId: string };

type MergeEffect = { joining: number; seesMore: { id: string; name: string; devices: number }[] };

/** Scopes also name the remaining group: a user who saw one merged group then sees all of it. */
export function mergeEffect(merge: Merge, devices: DeviceListRow[], users: User[]): MergeEffect {
	const merged = new Set([...merge.fromIds, merge.intoId]);
	const pool = devices.filter(({ groupIds }) => groupIds.some((id) => merged.has(id)));
	const seesMore = users.flatMap(({ id, name, email, role, scope }) => {
		if (!can(role, "viewFleet") || scope === "all" || !scope.groupIds.some((groupId) => merged.has(groupId))) return [];
		const seen = new Set(scope.groupIds);
		const gained = pool.filter(({ groupIds }) => !groupIds.some((groupId) => seen.has(groupId))).length;
		return gained > 0 ? [{ id, name: name || email, devices: gained }] : [];
	});
	return { joining: pool.filter(({ groupIds }) => !groupIds.includes(merge.intoId)).length, seesMore };
}
