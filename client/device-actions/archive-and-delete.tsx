import { useQuery } from "@tanstack/react-query";
import type { DeletionPreview } from "../../shared/device/device-inputs";
import { sentenceFor } from "../api/api-error";
import { trpc, trpcClient } from "../api/trpc";
import { NamedThings, TypedConfirmation } from "../forms/typed-confirmation";
import { countOf, formatBytes } from "../ui/format";
import { TimeStamp } from "../ui/time/time-stamp";
import { ActionForm, type ActionProps, buttonLabel } from "./action-form";
import classes from "./actions.module.css";
import { type ActedDevice, archiveChange, refreshDevices, reportChange } from "./device-changes";

export function ArchiveForm(action: ActionProps) {
	return (
		<ActionForm {...action} {...archiveChange(action.devices)} verb="Archive" complaint={null} isQuestion>
			<p className={classes.help}>
				{action.devices.length === 1
					? "It leaves the lists, receives nothing and sends no alerts until it is restored; what it sends meanwhile is lost. Its readings, groups and rules are kept."
					: "They leave the lists, receive nothing and send no alerts until they are restored; what they send meanwhile is lost. Their readings, groups and rules are kept."}{" "}
				You can undo this.
			</p>
		</ActionForm>
	);
}

export function DeleteQuestion({ devices, isOpen, onClose }: ActionProps & { isOpen: boolean }) {
	const deviceIds = devices.map(({ id }) => id);
	const preview = useQuery({ ...trpc.device.getDeletionPreview.queryOptions({ deviceIds }), enabled: isOpen });
	const [first] = devices;
	const isOne = devices.length === 1;
	const whom = isOne && first ? first.name : countOf(devices.length, "device");
	return (
		<TypedConfirmation
			isOpen={isOpen}
			title={`Delete ${whom}?`}
			expected={whom}
			confirmLabel={buttonLabel("Delete", devices)}
			onClose={onClose}
			onConfirm={async () => {
				const changed = await trpcClient.device.deleteDevices.mutate({ deviceIds });
				reportChange(changed, devices, {
					one: (name) => `${name} will be deleted.`,
					many: (count) => `${count} will be deleted`,
				});
				void refreshDevices();
			}}
		>
			<div className={classes.form}>
				<NamedThings names={devices.map(({ name }) => name)} />
				{preview.data && <WhatGoes preview={preview.data} devices={devices} />}
				{preview.isPending && <p className={classes.help}>Counting what is deleted with {isOne ? "it" : "them"}…</p>}
				{preview.isError && <p className={classes.help}>{sentenceFor(preview.error)}</p>}
			</div>
		</TypedConfirmation>
	);
}

function WhatGoes({ preview, devices }: { preview: DeletionPreview; devices: ActedDevice[] }) {
	const { readings, bytes, notes, imports, oldestReadingAt, goesAt } = preview;
	const [first, ...others] = devices;
	const isOne = others.length === 0;
	const events = isOne ? "its events" : "their events";
	return (
		<>
			<p className={classes.lead}>
				{isOne ? "It stops" : "They stop"} receiving at once. On <TimeStamp at={goesAt} />{" "}
				{isOne ? "it is permanently deleted, along with" : "they are permanently deleted, along with"}:
			</p>
			<ul className={classes.goes}>
				<li>
					{countOf(readings, "reading")} ({formatBytes(bytes)})
					{oldestReadingAt !== null && (
						<>
							, since <TimeStamp at={oldestReadingAt} clock={isOne && first ? first : null} />
						</>
					)}
				</li>
				<li>{notes > 0 ? `${countOf(notes, "note")} and ${events}` : events}</li>
				{imports > 0 && <li>{countOf(imports, "import")} of files</li>}
				<li>{isOne ? "its key, settings and place" : "their keys, settings and places"} in groups and alerts</li>
			</ul>
			<p className={classes.help}>Until then {isOne ? "it" : "they"} can be restored from the archived devices.</p>
		</>
	);
}
