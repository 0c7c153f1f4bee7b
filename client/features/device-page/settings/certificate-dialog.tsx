import { ActionIcon, Checkbox, Textarea, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { AddCertificate, AsFound, type Certificate, certificateLimits } from "../../../../shared/device/certificate";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { trpc, trpcClient } from "../../../api/trpc";
import { AttachmentField } from "../../../forms/attachment-field";
import { VersionConflict } from "../../../forms/version-conflict";
import { useVersionedForm } from "../../../forms/versioned-form";
import { Dialog } from "../../../ui/feedback/dialog";
import { FormButtons, FormFailure, PlainButton } from "../../../ui/form/buttons";
import { MomentText } from "../../../ui/form/moment-field";
import { Select } from "../../../ui/form/select";
import layout from "../../../ui/layout/layouts.module.css";
import { dayText } from "../../../ui/time/typed-moment";
import { t } from "../../../words/made/certificates";
import {
	type CertificateValues,
	certificateParts,
	emptyPoint,
	fieldOfCertificate,
	newCertificate,
	pointUnits,
	toAddCertificate,
	typedDay,
	valuesOf,
} from "./certificate-values";
import classes from "./settings.module.css";

type CertificateDialogProps = {
	device: Device;
	channels: ChannelLatest[];
	certificate: Certificate | null;
	isOpen: boolean;
	onClose: () => void;
	onSaved: () => void;
};

export function CertificateDialog({ isOpen, certificate, ...props }: CertificateDialogProps) {
	return (
		<Dialog isForm isOpen={isOpen} onClose={props.onClose} title={certificate === null ? t("add") : t("change.title")}>
			<CertificateForm key={certificate?.id ?? "new"} {...props} certificate={certificate} />
		</Dialog>
	);
}

type CertificateFormProps = Omit<CertificateDialogProps, "isOpen">;

function CertificateForm({ device, channels, certificate, onClose, onSaved }: CertificateFormProps) {
	const queryClient = useQueryClient();
	const [isUploading, setIsUploading] = useState(false);
	const [first] = channels;
	const today = new Date().toISOString().slice(0, 10);
	const since = device.createdAt.toISOString().slice(0, 10);
	const { entityForm, conflict } = useVersionedForm<Certificate, CertificateValues, AddCertificate, Certificate>({
		entity: certificate,
		initialValues:
			certificate === null
				? newCertificate(first ?? { id: "", unit: "" }, dayText(today))
				: { ...valuesOf(certificate), isOlderThanDevice: certificate.calibratedOn < since },
		parts: certificateParts,
		valuesOf,
		fieldOf: fieldOfCertificate,
		schema: AddCertificate,
		toInput: toAddCertificate,
		save: ({ channelId, ...facts }, base) =>
			base === null
				? trpcClient.device.addCertificate.mutate({ channelId, ...facts })
				: trpcClient.device.updateCertificate.mutate({ ...facts, certificateId: base.id, version: base.version }),
		lookAgain: async (before) => {
			const options = trpc.device.getCertificates.queryOptions({ deviceId: device.id });
			const all = await queryClient.fetchQuery({ ...options, staleTime: 0 });
			return all.find(({ id }) => id === before.id) ?? before;
		},
		onSaved: () => {
			toast.success(t("saved"));
			onClose();
			onSaved();
		},
	});
	const { form, formProps, isSaving, failure } = entityForm;
	const { values } = form;
	const channel = channels.find(({ id }) => id === values.channelId);
	const units = pointUnits(channel?.unit ?? values.unit);
	const isOlder = (typedDay(values.calibratedOn) ?? since) < since;
	const dayField = (name: "calibratedOn" | "dueOn") => ({
		...form.getInputProps(name),
		kind: "day" as const,
		year: Number(today.slice(0, 4)),
		value: values[name],
		onChange: (typed: string) => form.setFieldValue(name, typed),
	});
	const chooseChannel = (channelId: string) => {
		const unit = channels.find(({ id }) => id === channelId)?.unit ?? "";
		form.setValues({ channelId, unit });
	};
	return (
		<form {...formProps} className={layout.grid}>
			<VersionConflict thing="certificate" conflict={conflict} />
			{channels.length > 1 && (
				<Select
					label={t("channel")}
					data={channels.map(({ id, name }) => ({ value: id, label: name }))}
					value={values.channelId}
					disabled={certificate !== null}
					onChange={chooseChannel}
				/>
			)}
			<div className={classes.pair}>
				<TextInput label={t("laboratory")} withAsterisk data-autofocus {...form.getInputProps("laboratory")} />
				<TextInput label={t("number")} {...form.getInputProps("number")} />
				<MomentText {...dayField("calibratedOn")} label={t("calibratedOn")} withAsterisk />
				<MomentText {...dayField("dueOn")} label={t("dueOn")} description={t("dueOn.help")} />
			</div>
			{isOlder && (
				<Checkbox label={t("olderThanDevice")} {...form.getInputProps("isOlderThanDevice", { type: "checkbox" })} />
			)}
			<Select
				label={t("asFound")}
				description={t("asFound.help")}
				data={AsFound.options.map((value) => ({ value, label: t(`asFound.${value}`) }))}
				{...form.getInputProps("asFound")}
				onChange={(asFound) => form.setFieldValue("asFound", asFound as AsFound)}
			/>
			<PointFields form={form} units={units} />
			<AttachmentField
				label={t("file")}
				value={values.attachment}
				error={typeof form.errors.attachment === "string" ? form.errors.attachment : undefined}
				onChange={(attachment) => form.setFieldValue("attachment", attachment)}
				onBusy={setIsUploading}
			/>
			<Textarea label={t("note")} {...form.getInputProps("note")} />
			<FormFailure failure={failure} />
			<FormButtons label={t("save")} isBusy={isSaving || isUploading} onCancel={onClose} />
		</form>
	);
}

type CertificateForm = ReturnType<
	typeof useVersionedForm<Certificate, CertificateValues, AddCertificate, Certificate>
>["entityForm"]["form"];

function PointFields({ form, units }: { form: CertificateForm; units: string[] }) {
	const { points, unit } = form.values;
	const named = (label: string) => (unit === "" ? label : `${label} (${unit})`);
	return (
		<fieldset className={`${layout.fieldset} ${classes.rows}`}>
			<legend className={classes.legend}>{t("points")}</legend>
			<p className={layout.wrappedNote}>{t("points.help")}</p>
			{points.length > 0 && units.length > 1 && (
				<Select
					label={t("unit")}
					data={units}
					{...form.getInputProps("unit")}
					onChange={(chosen) => form.setFieldValue("unit", chosen)}
				/>
			)}
			{points.map((_, index) => {
				const at = `points.${index}`;
				return (
					// biome-ignore lint/suspicious/noArrayIndexKey: a point is its position, and its fields are controlled
					<fieldset key={index} className={classes.channel}>
						<legend className={classes.legend}>{t("point", { number: index + 1 })}</legend>
						<div className={classes.pair}>
							<TextInput label={named(t("reference"))} inputMode="decimal" {...form.getInputProps(`${at}.reference`)} />
							<TextInput label={named(t("reading"))} inputMode="decimal" {...form.getInputProps(`${at}.reading`)} />
							<TextInput
								label={named(t("uncertainty"))}
								inputMode="decimal"
								{...form.getInputProps(`${at}.uncertainty`)}
							/>
							<Select
								label={t("result")}
								data={(["within", "out"] as const).map((value) => ({ value, label: t(`asFound.${value}`) }))}
								{...form.getInputProps(`${at}.result`)}
							/>
						</div>
						<ActionIcon
							size={30}
							aria-label={t("point.remove", { number: index + 1 })}
							onClick={() => form.removeListItem("points", index)}
						>
							<IconTrash size={17} stroke={1.7} />
						</ActionIcon>
					</fieldset>
				);
			})}
			{points.length < certificateLimits.points && (
				<PlainButton
					className={classes.add}
					leftSection={<IconPlus size={16} />}
					onClick={() => form.insertListItem("points", emptyPoint)}
				>
					{t("point.add")}
				</PlainButton>
			)}
		</fieldset>
	);
}
