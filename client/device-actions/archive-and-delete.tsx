import { useQuery } from "@tanstack/react-query";
import type { DeletionPreview } from "../../shared/device/device-inputs";
import { sentenceFor } from "../api/api-error";
import { trpc, trpcClient } from "../api/trpc";
import { NamedThings, TypedConfirmation } from "../forms/typed-confirmation";
import { formatBytes } from "../ui/format";
import layout from "../ui/layout/layouts.module.css";
import { TimeStamp } from "../ui/time/time-stamp";
import { rich, t } from "../words/made/device";
import { ActionForm, type ActionProps, buttonLabel } from "./action-form";
import classes from "./actions.module.css";
import { type ActedDevice, archiveChange, refreshDevices, reportChange } from "./device-changes";

export function ArchiveForm(action: ActionProps) {
	return (
		<ActionForm {...action} {...archiveChange(action.devices)} verb="archive" complaint={null} isQuestion>
			<p className={classes.help}>{t("archive.effect", { count: action.devices.length })}</p>
		</ActionForm>
	);
}

export function DeleteQuestion({ devices, isOpen, onClose }: ActionProps & { isOpen: boolean }) {
	const deviceIds = devices.map(({ id }) => id);
	const preview = useQuery({ ...trpc.device.getDeletionPreview.queryOptions({ deviceIds }), enabled: isOpen });
	const [first] = devices;
	const isOne = devices.length === 1;
	const whom = isOne && first ? first.name : t("count.devices", { count: devices.length });
	return (
		<TypedConfirmation
			isOpen={isOpen}
			title={t("delete.question", { devices: whom })}
			expected={whom}
			confirmLabel={buttonLabel("delete", devices)}
			onClose={onClose}
			onConfirm={async () => {
				const changed = await trpcClient.device.deleteDevices.mutate({ deviceIds });
				reportChange(changed, devices, {
					one: (device) => t("deleted", { device }),
					many: (count) => t("deleted.many", { count }),
				});
				void refreshDevices();
			}}
		>
			<div className={layout.form}>
				<NamedThings names={devices.map(({ name }) => name)} />
				{preview.data && <WhatGoes preview={preview.data} devices={devices} />}
				{preview.isPending && <p className={classes.help}>{t("delete.counting", { count: devices.length })}</p>}
				{preview.isError && <p className={classes.help}>{sentenceFor(preview.error)}</p>}
			</div>
		</TypedConfirmation>
	);
}

function WhatGoes({ preview, devices }: { preview: DeletionPreview; devices: ActedDevice[] }) {
	const { readings, bytes, notes, imports, oldestReadingAt, goesAt } = preview;
	const [first, ...others] = devices;
	const isOne = others.length === 0;
	const count = devices.length;
	return (
		<>
			<p className={layout.prose}>{rich("delete.effect", { count, time: <TimeStamp at={goesAt} /> })}</p>
			<ul className={classes.goes}>
				<li>
					{oldestReadingAt === null
						? t("delete.readings", { count: readings, size: formatBytes(bytes) })
						: rich("delete.readingsSince", {
								count: readings,
								size: formatBytes(bytes),
								time: <TimeStamp at={oldestReadingAt} clock={isOne && first ? first : null} />,
							})}
				</li>
				<li>{notes > 0 ? t("delete.notesAndEvents", { notes, count }) : t("delete.events", { count })}</li>
				{imports > 0 && <li>{t("delete.imports", { count: imports })}</li>}
				<li>{t("delete.settings", { count })}</li>
			</ul>
			<p className={classes.help}>{t("delete.untilThen", { count })}</p>
		</>
	);
}
