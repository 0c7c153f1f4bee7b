import { TextInput } from "@mantine/core";
import type { TriedFacts } from "../../shared/account/storage";
import {
	deviceTexts,
	type ListedText,
	listedTextNames,
	loggerTexts,
	pick,
	recordOf,
} from "../../shared/base/plain-fields";
import type { Device } from "../../shared/device/device";
import { type CreatedDevice, ReplaceLogger } from "../../shared/device/device-inputs";
import { trpcClient } from "../api/trpc";
import { useEntityForm } from "../forms/entity-form";
import { NewKeyDialog } from "../forms/new-key";
import { PlainTextInput } from "../forms/plain-text-input";
import { FormButtons, FormFailure } from "../ui/form/buttons";
import layout from "../ui/layout/layouts.module.css";
import { rich, t } from "../words/made/device";
import { refreshDevices } from "./device-changes";
import { FirstKey } from "./device-key";
import { MovedPreviewNote } from "./retention-preview";

type ReplaceLoggerDialogProps = { device: Device; isOpen: boolean; onClose: () => void };

export function ReplaceLoggerDialog({ device, isOpen, onClose }: ReplaceLoggerDialogProps) {
	return (
		<NewKeyDialog<CreatedDevice>
			isOpen={isOpen}
			onClose={onClose}
			titles={{ form: t("logger.replaceOf", { device: device.name }), key: t("logger.key") }}
			form={(onMade) => (
				<ReplaceForm
					device={device}
					onCancel={onClose}
					onReplaced={(created) => {
						onMade(created);
						void refreshDevices();
					}}
				/>
			)}
			newKey={(created, onDone) => (
				<FirstKey
					created={created}
					lead={rich("logger.replaced", { device: <b>{created.device.name}</b> })}
					onDone={onDone}
				/>
			)}
		/>
	);
}

type ReplaceFormProps = { device: Device; onCancel: () => void; onReplaced: (created: CreatedDevice) => void };

type LoggerText = (typeof loggerTexts)[number];
type Typed = Record<"serialNumber" | LoggerText, string>;

const filtered = loggerTexts.filter((text): text is LoggerText & ListedText =>
	listedTextNames.some((listed) => listed === text),
);

function factsOf({ serialNumber, ...texts }: Typed): TriedFacts {
	return { ...pick(texts, filtered), serialNumber: serialNumber.trim() === "" ? null : serialNumber };
}

function ReplaceForm({ device, onCancel, onReplaced }: ReplaceFormProps) {
	const { form, formProps, isSaving, failure } = useEntityForm({
		initialValues: { serialNumber: "", ...recordOf(loggerTexts, () => ""), model: device.model },
		schema: ReplaceLogger,
		toInput: inputOf,
		save: (input) => trpcClient.device.replaceLogger.mutate(input),
		fieldOfReason: { SERIAL_NUMBER_TAKEN: "serialNumber" },
		onSaved: onReplaced,
	});

	function inputOf({ serialNumber, ...values }: Typed): ReplaceLogger {
		const { id: deviceId, version } = device;
		return { deviceId, version, ...(serialNumber.trim() !== "" && { serialNumber }), ...values };
	}
	return (
		<form {...formProps} className={layout.stack}>
			<p className={layout.prose}>{t("logger.effect")}</p>
			<TextInput
				label={t("logger.serial")}
				description={
					device.serialNumber === null
						? t("logger.serial.optional")
						: t("logger.serial.old", { serial: device.serialNumber })
				}
				data-autofocus
				{...form.getInputProps("serialNumber")}
			/>
			{loggerTexts.map((text) => (
				<PlainTextInput key={text} field={deviceTexts[text]} input={form.getInputProps(text)} />
			))}
			{ReplaceLogger.safeParse(inputOf(form.values)).success && (
				<MovedPreviewNote deviceIds={[device.id]} facts={factsOf(form.values)} />
			)}
			<FormFailure failure={failure} />
			<FormButtons label={t("logger.replace")} isBusy={isSaving} onCancel={onCancel} />
		</form>
	);
}
