import { Button, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { DeviceListRow } from "../../../shared/device/device";
import type { Group } from "../../../shared/device/group";
import { SaveStudy, studyLimits } from "../../../shared/report/mapping-study";
import type { StudyView } from "../../../shared/report/study-view";
import { deviceBy } from "../../api/queries";
import { trpc, trpcClient } from "../../api/trpc";
import { ActionDialogForm, NotSent } from "../../forms/action-dialog";
import { Dialog } from "../../ui/feedback/dialog";
import { IconButton } from "../../ui/form/icon-button";
import { LeaveQuestion, useConfirmedClose } from "../../ui/form/leave-question";
import { errorsFrom } from "../../ui/form/schema-errors";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/mapping-study";
import classes from "./mapping-studies.module.css";
import {
	channelIdOf,
	kindOptions,
	mappableChannels,
	newKey,
	type PositionValues,
	positionsOfPlan,
	type StudyValues,
	toSaveStudy,
	valuesOf,
} from "./study-values";

type StudyFormProps = {
	group: Pick<Group, "id" | "deviceIds">;
	devices: Pick<DeviceListRow, "id" | "name">[];
	study: StudyView | null;
	isAgain: boolean;
	onClose: () => void;
};

const criterionNames = ["min", "max", "outMinutes", "spread", "hours", "coverage"] as const;

export function StudyForm({ group, devices, study, isAgain, onClose }: StudyFormProps) {
	const { close, finish, closing } = useConfirmedClose(onClose);
	const queryClient = useQueryClient();
	const [values, setValues] = useState<StudyValues>(() => valuesOf(study));
	const [isDirty, setIsDirty] = useState(false);
	const [errors, setErrors] = useState<Record<string, string>>({});
	const { data: plans = [] } = useQuery(trpc.group.getFloorPlans.queryOptions({ groupId: group.id }));
	const deviceIds = [...new Set(values.positions.flatMap(({ deviceId }) => deviceId || []))];
	const read = useQueries({ queries: deviceIds.map((deviceId) => deviceBy(deviceId)) });
	const known = new Map(read.flatMap(({ data }) => (data ? [[data.id, data] as const] : [])));
	const inGroup = new Set(group.deviceIds);
	const chosen = new Set(deviceIds);
	const offered = devices.filter(({ id }) => inGroup.has(id) || chosen.has(id));
	const nameOf = (deviceId: string) => offered.find(({ id }) => id === deviceId)?.name;
	const change = (next: Partial<StudyValues>) => {
		setValues((before) => ({ ...before, ...next }));
		setErrors({});
		setIsDirty(true);
		closing.onDirty(true);
	};
	const changePosition = (key: string, next: Partial<PositionValues>) =>
		change({ positions: values.positions.map((one) => (one.key === key ? { ...one, ...next } : one)) });
	const changeCondition = (key: string, next: Partial<StudyValues["conditions"][number]>) =>
		change({ conditions: values.conditions.map((one) => (one.key === key ? { ...one, ...next } : one)) });
	const plan = plans.find(({ id }) => id === values.planId);
	const takeOver = () => {
		if (!plan) return;
		const taken = new Set(values.positions.map(({ deviceId }) => deviceId));
		const found = positionsOfPlan(plan, nameOf).filter(({ deviceId }) => !taken.has(deviceId));
		change({ positions: [...values.positions, ...found].slice(0, studyLimits.positions) });
	};
	const save = async () => {
		const changed = study !== null && !isAgain ? study : null;
		const input = toSaveStudy(
			values,
			{
				reportId: changed?.id ?? null,
				version: changed?.version ?? null,
				groupId: group.id,
				repeats: isAgain ? (study?.id ?? null) : null,
			},
			known,
		);
		const found = errorsFrom(SaveStudy, input);
		setErrors(found);
		if (Object.keys(found).length > 0) throw new NotSent();
		await trpcClient.report.saveStudy.mutate(input);
		setIsDirty(false);
		toast.success(t("saved"));
		await queryClient.invalidateQueries(trpc.report.pathFilter());
	};
	const unit = known.get(values.positions[0]?.deviceId ?? "")?.channels.find(({ id }) => {
		const [first] = values.positions;
		return first && id === channelIdOf(first, values.positions, known);
	})?.unit;
	const labelOf = (name: (typeof criterionNames)[number]) =>
		name === "min" || name === "max" || name === "spread"
			? t(`criteria.${name}`, { isUnit: unit ? "yes" : "no", unit: unit ?? "" })
			: t(`criteria.${name}`);
	return (
		<Dialog isForm title={t(isAgain ? "again.title" : study ? "change.title" : "new")} size={720} onClose={close}>
			<ActionDialogForm
				label={t("save")}
				run={save}
				onClose={close}
				onDone={finish}
				onRejected={({ fields }) => {
					setErrors(fields);
					return Object.keys(fields).some((name) => name !== "reportId");
				}}
			>
				<p className={layout.note}>{t("form.lead")}</p>
				<TextInput
					label={t("name")}
					value={values.name}
					error={errors.name}
					maxLength={64}
					data-autofocus
					onChange={({ currentTarget: { value } }) => change({ name: value })}
				/>
				<Textarea
					label={t("purpose")}
					description={t("purpose.help")}
					value={values.purpose}
					error={errors.purpose}
					autosize
					minRows={2}
					maxRows={8}
					onChange={({ currentTarget: { value } }) => change({ purpose: value })}
				/>
				<fieldset className={layout.part} aria-label={t("positions")}>
					<legend className={classes.legend}>{t("positions")}</legend>
					{plans.length > 0 && (
						<div className={classes.row}>
							<Select
								label={t("plan")}
								clearable
								value={values.planId}
								error={errors.planId}
								data={plans.map(({ id, name }) => ({ value: id, label: name }))}
								onChange={(planId) => change({ planId })}
							/>
							<Button variant="default" disabled={!plan} onClick={takeOver}>
								{t("plan.takeOver")}
							</Button>
						</div>
					)}
					{errors.positions && (
						<p className={layout.error} role="alert">
							{errors.positions}
						</p>
					)}
					{values.positions.map((position, index) => {
						const channels = mappableChannels(known.get(position.deviceId));
						const label = t("position.number", { number: index + 1 });
						return (
							<fieldset key={position.key} className={`${layout.fieldset} ${classes.row}`} aria-label={label}>
								<TextInput
									label={t("position.name")}
									value={position.name}
									error={errors[`positions.${index}.name`]}
									maxLength={64}
									onChange={({ currentTarget: { value } }) => changePosition(position.key, { name: value })}
								/>
								<Select
									label={t("position.device")}
									searchable
									value={position.deviceId || null}
									error={errors[`positions.${index}.deviceId`]}
									data={offered.map(({ id, name }) => ({ value: id, label: name }))}
									onChange={(deviceId) =>
										changePosition(position.key, {
											deviceId,
											channelId: "",
											at: null,
											...(position.name === "" && { name: nameOf(deviceId) ?? "" }),
										})
									}
								/>
								<Select
									label={t("position.channel")}
									value={channelIdOf(position, values.positions, known) || null}
									error={errors[`positions.${index}.channelId`]}
									data={channels.map(({ id, name, unit: own }) => ({
										value: id,
										label: own === "" ? name : `${name} (${own})`,
									}))}
									onChange={(channelId) => changePosition(position.key, { channelId })}
								/>
								<IconButton
									label={t("position.remove", { name: position.name || label })}
									icon={<IconTrash size={16} stroke={1.7} />}
									type="button"
									onClick={() => change({ positions: values.positions.filter(({ key }) => key !== position.key) })}
								/>
							</fieldset>
						);
					})}
					{values.positions.length < studyLimits.positions && (
						<Button
							variant="default"
							leftSection={<IconPlus size={16} stroke={1.7} />}
							onClick={() =>
								change({
									positions: [...values.positions, { key: newKey(), name: "", deviceId: "", channelId: "", at: null }],
								})
							}
						>
							{t("position.add")}
						</Button>
					)}
				</fieldset>
				<fieldset className={layout.part} aria-label={t("criteria")}>
					<legend className={classes.legend}>{t("criteria")}</legend>
					<div className={classes.pair}>
						{criterionNames.map((name) => (
							<TextInput
								key={name}
								label={labelOf(name)}
								inputMode="decimal"
								value={values.criteria[name]}
								error={errors[`criteria.${name}`]}
								onChange={({ currentTarget: { value } }) => change({ criteria: { ...values.criteria, [name]: value } })}
							/>
						))}
					</div>
				</fieldset>
				<fieldset className={layout.part} aria-label={t("conditions")}>
					<legend className={classes.legend}>{t("conditions")}</legend>
					<p className={layout.note}>{t("conditions.help")}</p>
					{values.conditions.map(({ key, kind, text }, index) => (
						<fieldset
							key={key}
							className={`${layout.fieldset} ${classes.row}`}
							aria-label={t("condition.number", { number: index + 1 })}
						>
							<Select
								label={t("condition.kind")}
								value={kind}
								data={kindOptions}
								onChange={(next) => changeCondition(key, { kind: next })}
							/>
							<TextInput
								label={t("condition.text")}
								value={text}
								maxLength={200}
								error={errors[`conditions.${index}.text`]}
								onChange={({ currentTarget: { value } }) => changeCondition(key, { text: value })}
							/>
							<IconButton
								label={t("condition.remove", { number: index + 1 })}
								icon={<IconTrash size={16} stroke={1.7} />}
								type="button"
								onClick={() => change({ conditions: values.conditions.filter((one) => one.key !== key) })}
							/>
						</fieldset>
					))}
					{values.conditions.length < studyLimits.conditions && (
						<Button
							variant="default"
							leftSection={<IconPlus size={16} stroke={1.7} />}
							onClick={() => change({ conditions: [...values.conditions, { key: newKey(), kind: "door", text: "" }] })}
						>
							{t("condition.add")}
						</Button>
					)}
				</fieldset>
				<LeaveQuestion isDirty={isDirty} name={t("title")} question={t("leave")} closing={closing} />
			</ActionDialogForm>
		</Dialog>
	);
}
