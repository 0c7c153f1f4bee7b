import { TextInput } from "@mantine/core";
import { type FormEvent, type ReactNode, useState } from "react";
import type { DeviceListRow } from "../../../../shared/device/device";
import { serialKey } from "../../../../shared/device/device-filter";
import { Dialog } from "../../../ui/feedback/dialog";
import { Callout } from "../../../ui/feedback/notes";
import { ButtonRow, PlainButton } from "../../../ui/form/buttons";
import { GuardedButton, PlainLink } from "../../../ui/form/guarded-button";
import layout from "../../../ui/layout/layouts.module.css";
import { t } from "../../../words/made/labels";
import { CameraView } from "./camera-view";
import { type ReadCode, readCode } from "./read-code";
import classes from "./scan.module.css";

type ScannedDevice = Pick<DeviceListRow, "id" | "name" | "serialNumber">;

type Scanned = { code: ReadCode; device: ScannedDevice | undefined };

type ScanDialogProps = {
	rows: readonly ScannedDevice[];
	addDenial: string | undefined;
	onAdd: (serial: string) => void;
	onOpen: (deviceId: string) => void;
	onClose: () => void;
};

/** A label opens its device at once; a serial number opens its device, or offers to add one. */
export function ScanDialog({ rows, addDenial, onAdd, onOpen, onClose }: ScanDialogProps) {
	const take = ({ code, device }: Scanned) => {
		const deviceId = code.kind === "device" ? code.deviceId : device?.id;
		if (deviceId !== undefined) onOpen(deviceId);
		return deviceId !== undefined;
	};
	return (
		<ScanFrame title={t("scan.title")} rows={rows} onScanned={take} onClose={onClose}>
			{({ code }) =>
				code.kind === "serial" && (
					<Callout tone="brand" className={`${layout.ends} ${classes.found}`}>
						<span>{t("scan.new", { serial: code.serial })}</span>
						<GuardedButton denial={addDenial ?? null} look="primary" onClick={() => onAdd(code.serial)}>
							{t("scan.add")}
						</GuardedButton>
					</Callout>
				)
			}
		</ScanFrame>
	);
}

type ScanSerialDialogProps = Pick<ScanDialogProps, "rows" | "onClose"> & { onSerial: (serial: string) => void };

/** Reads a serial number into a form. */
export function ScanSerialDialog({ rows, onSerial, onClose }: ScanSerialDialogProps) {
	const take = ({ code, device }: Scanned) => {
		const isNew = code.kind === "serial" && device === undefined;
		if (isNew) onSerial(code.serial);
		return isNew;
	};
	return (
		<ScanFrame title={t("scan.serial")} rows={rows} onScanned={take} onClose={onClose}>
			{({ code, device }) => {
				const deviceId = code.kind === "device" ? code.deviceId : device?.id;
				return (
					deviceId !== undefined && (
						<Callout tone="warn" className={`${layout.ends} ${classes.found}`}>
							<span>{device ? t("scan.here", { device: device.name }) : t("scan.label")}</span>
							<PlainLink to="/devices/$deviceId" params={{ deviceId }} size="compact-md">
								{t("scan.open")}
							</PlainLink>
						</Callout>
					)
				);
			}}
		</ScanFrame>
	);
}

type ScanFrameProps = Pick<ScanDialogProps, "rows" | "onClose"> & {
	title: string;
	/** Returns true if nothing is left to show. */
	onScanned: (scanned: Scanned) => boolean;
	children: (scanned: Scanned) => ReactNode;
};

function ScanFrame({ title, rows, onScanned, onClose, children }: ScanFrameProps) {
	const [scanned, setScanned] = useState<Scanned | null>(null);
	const [isDone, setIsDone] = useState(false);
	const take = (text: string) => {
		const code = readCode(text, location.host, (deviceId) => rows.some(({ id }) => id === deviceId));
		const key = code.kind === "serial" ? serialKey(code.serial) : null;
		const device = rows.find((row) => key !== null && row.serialNumber !== null && serialKey(row.serialNumber) === key);
		if (onScanned({ code, device })) setIsDone(true);
		else setScanned((before) => (JSON.stringify(before?.code) === JSON.stringify(code) ? before : { code, device }));
	};
	return (
		<Dialog title={title} onClose={onClose} fillsPhone>
			<div className={layout.form}>
				{!isDone && <CameraView onCode={take} />}
				<TypedCode onCode={take} />
				<div role="status">
					{scanned && children(scanned)}
					{scanned?.code.kind === "foreign" && (
						<Callout tone="warn">{t("scan.foreign", { host: scanned.code.host })}</Callout>
					)}
					{scanned?.code.kind === "other" && (
						<Callout tone="warn">{t("scan.other", { text: scanned.code.text })}</Callout>
					)}
				</div>
				<ButtonRow>
					<PlainButton onClick={onClose}>{t("scan.close")}</PlainButton>
				</ButtonRow>
			</div>
		</Dialog>
	);
}

function TypedCode({ onCode }: { onCode: (text: string) => void }) {
	const [text, setText] = useState("");
	const [complaint, setComplaint] = useState<string | null>(null);
	const submit = (event: FormEvent) => {
		event.preventDefault();
		if (text.trim() === "") setComplaint(t("scan.typed.missing"));
		else onCode(text);
	};
	return (
		<form noValidate className={classes.typed} onSubmit={submit}>
			<TextInput
				label={t("scan.typed")}
				value={text}
				error={complaint}
				autoCapitalize="off"
				autoComplete="off"
				spellCheck={false}
				onChange={({ currentTarget: { value } }) => {
					setText(value);
					setComplaint(null);
				}}
			/>
			<PlainButton type="submit">{t("scan.find")}</PlainButton>
		</form>
	);
}
