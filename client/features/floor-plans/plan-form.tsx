import { Input, Radio, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Attachment } from "../../../shared/base/attachment";
import { attachmentUrl } from "../../../shared/base/attachment";
import {
	AddFloorPlan,
	ChangeFloorPlan,
	type FloorPlan,
	floorPlanLimits,
	isSameShape,
} from "../../../shared/device/floor-plan";
import { readFailure, sentenceFor } from "../../api/api-error";
import { trpcClient } from "../../api/trpc";
import classes from "../../floor-plan/floor-plans.module.css";
import { useRun } from "../../forms/action-dialog";
import { useEntityForm } from "../../forms/entity-form";
import { Dialog } from "../../ui/feedback/dialog";
import { FormButtons, FormFailure } from "../../ui/form/buttons";
import { FileDrop } from "../../ui/form/file-drop";
import { Select } from "../../ui/form/select";
import { formatBytes } from "../../ui/format";
import { t } from "../../words/made/floor-plans";
import { type DrawnPlan, drawnPlan, PlanRejection } from "./draw-plan";

type PlanDialogProps = {
	groupId: string;
	plans: readonly FloorPlan[];
	/** Null: a new one. */
	plan: FloorPlan | null;
	onClose: () => void;
	onSaved: (plan: FloorPlan) => void;
};

export function PlanDialog(props: PlanDialogProps) {
	const title = props.plan ? t("form.change", { plan: props.plan.name }) : t("form.add");
	return (
		<Dialog isForm title={title} onClose={props.onClose} size={560}>
			<PlanForm {...props} />
		</Dialog>
	);
}

const whole = "whole";
type Values = { name: string; altText: string; parentId: string; attachmentId: string; positions: string };

function PlanForm({ groupId, plans, plan, onClose, onSaved }: PlanDialogProps) {
	const [drawn, setDrawn] = useState<DrawnPlan | null>(null);
	const isReshaped = plan !== null && drawn !== null && plan.devices.length > 0 && !isSameShape(drawn, plan);
	const { form, formProps, isSaving, failure } = useEntityForm<Values, AddFloorPlan | ChangeFloorPlan, FloorPlan>({
		initialValues: {
			name: plan?.name ?? "",
			altText: plan?.altText ?? "",
			parentId: plan?.parentId ?? whole,
			attachmentId: plan?.attachmentId ?? "",
			positions: "",
		},
		isCreation: plan === null,
		schema: plan ? ChangeFloorPlan : AddFloorPlan,
		toInput: ({ name, altText, parentId, attachmentId, positions }) => {
			const fields = { name, altText, parentId: parentId === whole ? null : parentId, attachmentId };
			if (!plan) return { groupId, ...fields };
			const decided = positions === "keep" || positions === "remove" ? { positions } : {};
			return { planId: plan.id, version: plan.version, ...fields, ...decided } as ChangeFloorPlan; // a radio's value
		},
		save: (input) =>
			"planId" in input ? trpcClient.group.changeFloorPlan.mutate(input) : trpcClient.group.addFloorPlan.mutate(input),
		onSaved,
	});
	const { isBusy, error, run } = useRun();
	const take = (file: File) =>
		run(async () => {
			const picture = await drawnPlan(file);
			const body = new FormData();
			body.set("file", picture.file);
			const stored: Attachment = await trpcClient.attachment.addAttachment.mutate(body);
			form.setFieldValue("attachmentId", stored.id);
			form.clearFieldError("attachmentId");
			setDrawn(picture);
		});
	const { attachmentId, name } = form.getValues();
	const buildings = plans.filter(({ id, parentId }) => parentId === null && id !== plan?.id);
	const hasRooms = plans.some(({ parentId }) => plan !== null && parentId === plan.id);
	const fieldError = form.errors.attachmentId ? t("picture.missing") : null;
	return (
		<form {...formProps} className={classes.form}>
			<TextInput label={t("form.name")} withAsterisk data-autofocus {...form.getInputProps("name")} />
			<TextInput
				label={t("form.altText")}
				description={t("form.altText.text")}
				withAsterisk
				{...form.getInputProps("altText")}
			/>
			{buildings.length > 0 && !hasRooms && (
				<Select
					label={t("form.parent")}
					data={[
						{ value: whole, label: t("form.parent.none") },
						...buildings.map(({ id, name: label }) => ({ value: id, label })),
					]}
					{...form.getInputProps("parentId")}
				/>
			)}
			<Input.Wrapper label={t("form.picture")} labelElement="div">
				{attachmentId !== "" && (
					<p>
						<img
							className={classes.preview}
							src={attachmentUrl(attachmentId)}
							alt={t("form.preview", { plan: name })}
						/>
					</p>
				)}
				<FileDrop
					label={t("form.picture")}
					words={t("picture.accepted", { side: floorPlanLimits.side, size: formatBytes(60_000_000) })}
					mostBytes={60_000_000}
					accept="image/png,image/jpeg,image/webp"
					complaint={error === null ? fieldError : complaintOf(error)}
					isReading={isBusy}
					onFile={(file) => void take(file)}
				/>
			</Input.Wrapper>
			{(isReshaped || form.errors.positions) && (
				<Radio.Group
					label={t("form.positions")}
					description={t("form.positions.text", { count: plan?.devices.length ?? 0 })}
					{...form.getInputProps("positions")}
				>
					<Radio value="keep" label={t("form.positions.keep")} mt="xs" />
					<Radio value="remove" label={t("form.positions.remove")} mt="xs" />
				</Radio.Group>
			)}
			<FormFailure failure={failure} />
			<FormButtons label={plan ? t("form.save") : t("form.add")} isBusy={isSaving} isHeld={isBusy} onCancel={onClose} />
		</form>
	);
}

function complaintOf(error: unknown): string {
	if (error instanceof PlanRejection) return error.message;
	return readFailure(error).fields.file ?? sentenceFor(error);
}
