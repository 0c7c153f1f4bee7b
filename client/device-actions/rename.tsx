import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { Device } from "../../shared/device/device";
import { UpdateDevice } from "../../shared/device/device-inputs";
import { sentenceFor } from "../api/api-error";
import { trpc, trpcClient } from "../api/trpc";
import { anyAuthor, authorText } from "../forms/author-text";
import { FormFoot, useEntityForm } from "../forms/entity-form";
import { Callout } from "../ui/feedback/notes";
import { ConflictNotice } from "../ui/form/conflict-notice";
import layout from "../ui/layout/layouts.module.css";
import { t } from "../words/made/device";
import classes from "./actions.module.css";
import { type ActedDevice, refreshDevices } from "./device-changes";
import { MovedPreviewNote } from "./retention-preview";

type RenameProps = { named: ActedDevice; onClose: () => void };

export function Rename({ named, ...rest }: RenameProps) {
	const { data: device, error } = useQuery(trpc.device.getDevice.queryOptions({ deviceId: named.id }));
	if (device) return <RenameForm opened={device} {...rest} />;
	return <p className={classes.help}>{error ? sentenceFor(error) : t("rename.loading")}</p>;
}

type RenameFormProps = Omit<RenameProps, "named"> & { opened: Device };

function RenameForm({ opened, onClose }: RenameFormProps) {
	const [seen, setSeen] = useState(opened);
	const [theirs, setTheirs] = useState<string | null>(null);
	const [who, setWho] = useState(anyAuthor);
	const [isOtherwiseChanged, setIsOtherwiseChanged] = useState(false);
	const entityForm = useEntityForm({
		initialValues: { name: opened.name },
		schema: UpdateDevice,
		toInput: inputOf,
		save: (input) => trpcClient.device.updateDevice.mutate(input),
		onSaved: ({ name }) => {
			toast.success(t("rename.done", { name }));
			void refreshDevices();
			onClose();
		},
		onRejected: ({ reason, changedBy }) => {
			if (reason !== "CHANGED_MEANWHILE") return false;
			setWho(authorText(changedBy) ?? anyAuthor);
			lookAgain().catch((error: unknown) => toast.error(sentenceFor(error)));
			return true;
		},
	});
	const { form, formProps } = entityForm;
	const isOther = form.values.name !== seen.name && UpdateDevice.safeParse(inputOf(form.values)).success;

	function inputOf({ name }: { name: string }): UpdateDevice {
		return { deviceId: seen.id, version: seen.version, name };
	}

	async function lookAgain(): Promise<void> {
		const fresh = await trpcClient.device.getDevice.query({ deviceId: seen.id });
		setTheirs(fresh.name === seen.name ? null : fresh.name);
		setIsOtherwiseChanged(fresh.name === seen.name);
		setSeen(fresh);
	}

	return (
		<form className={layout.form} {...formProps}>
			{/* Rendered once the device is loaded, after the dialog has set its initial focus. */}
			<TextInput label={t("name")} autoFocus data-autofocus {...form.getInputProps("name")} />
			{theirs !== null && (
				<ConflictNotice
					who={who}
					fields={[{ label: t("name"), mine: form.values.name, theirs }]}
					onKeepMine={() => setTheirs(null)}
					onTakeTheirs={() => form.setFieldValue("name", theirs)}
				/>
			)}
			{isOtherwiseChanged && (
				<Callout tone="warn" role="status">
					{t("rename.otherChange", who)}
				</Callout>
			)}
			{isOther && <MovedPreviewNote deviceIds={[seen.id]} facts={{ name: form.values.name }} />}
			<FormFoot entityForm={entityForm} saveLabel={t("rename.save")} onCancel={onClose} />
		</form>
	);
}
