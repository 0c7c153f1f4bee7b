import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type CSSProperties, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { GroupListRow } from "../../../shared/device/group";
import { trpc } from "../../api/trpc";
import { ActionDialog, NotSent } from "../../forms/action-dialog";
import { typedNumber } from "../../forms/typed-setting";
import { qrPath } from "../../ui/form/authenticator-secret";
import { Select } from "../../ui/form/select";
import layout from "../../ui/layout/layouts.module.css";
import { t } from "../../words/made/labels";
import type { ActedDevice } from "../device-changes";
import {
	type LabelSheet,
	labelAddress,
	labelSheets,
	labelsPerSheet,
	placeLabels,
	type SheetName,
	sheetNames,
	usualSheet,
} from "./label-sheets";
import classes from "./labels.module.css";

type LabelsDialogProps = { devices: ActedDevice[]; groups: GroupListRow[]; onClose: () => void };

type Label = { id: string; name: string; serial: string | null; group: string | undefined };

export function LabelsDialog({ devices, groups, onClose }: LabelsDialogProps) {
	const [name, setName] = useState(() => usualSheet(navigator.language));
	const [firstText, setFirstText] = useState("1");
	const [isComplained, setIsComplained] = useState(false);
	const sheet = labelSheets[name];
	const most = labelsPerSheet(sheet);
	const first = typedNumber(firstText);
	const isPossible = Number.isInteger(first) && first >= 1 && first <= most;
	// In an outage, labels lead to this host; the scanner reads them, too.
	const { data: consoleUrl } = useQuery(trpc.account.getConsoleUrl.queryOptions());
	const origin = consoleUrl ?? location.origin;
	const labels = useMemo(() => labelsOf(devices, groups), [devices, groups]);
	const pages = placeLabels(labels, sheet, isPossible ? first - 1 : 0);
	const print = async () => {
		if (!isPossible) {
			setIsComplained(true);
			throw new NotSent();
		}
		window.print();
	};
	return (
		<ActionDialog
			title={t("print.title", { count: devices.length })}
			size={620}
			label={t("print.run")}
			run={print}
			onDone={() => {}}
			onClose={onClose}
		>
			<p className={layout.help}>{t("print.lead")}</p>
			<div className={classes.fields}>
				<Select<SheetName>
					label={t("print.sheet")}
					data={sheetNames.map((value) => ({ value, label: t(`print.sheet.${value}`) }))}
					value={name}
					onChange={setName}
				/>
				<TextInput
					label={t("print.first")}
					description={t("print.first.text")}
					inputMode="numeric"
					value={firstText}
					error={isComplained && !isPossible ? t("print.first.wrong", { most }) : null}
					onChange={({ currentTarget: { value } }) => setFirstText(value)}
				/>
			</div>
			<p className={layout.help}>{t("print.scale", { count: pages.filter(Boolean).length })}</p>
			<figure className={classes.preview} aria-label={t("print.preview")}>
				<Sheet sheet={sheet} labels={pages[0] ?? []} origin={origin} />
			</figure>
			{createPortal(
				<div className={classes.print} data-labels aria-hidden="true">
					<style>{`@page { size: ${sheet.page}; margin: 0 }`}</style>
					{pages.map((placed, index) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: a sheet is its number
						<Sheet key={index} sheet={sheet} labels={placed} origin={origin} />
					))}
				</div>,
				document.body,
			)}
		</ActionDialog>
	);
}

function labelsOf(devices: ActedDevice[], groups: GroupListRow[]): Label[] {
	const names = new Map(groups.map((group) => [group.id, group.name]));
	return devices.map(({ id, name, serialNumber, groupIds }) => ({
		id,
		name,
		serial: serialNumber ?? null,
		group: groupIds.map((groupId) => names.get(groupId)).find((group) => group !== undefined),
	}));
}

const lengthsOf = (lengths: Record<string, number>) =>
	Object.fromEntries(Object.entries(lengths).map(([name, mm]) => [`--${name}`, mm])) as CSSProperties; // custom properties

type SheetProps = { sheet: LabelSheet; labels: ReturnType<typeof placeLabels<Label>>[number]; origin: string };

function Sheet({ sheet, labels, origin }: SheetProps) {
	const { width, height, labelWidth, labelHeight } = sheet;
	const isSquare = labelWidth < 1.3 * labelHeight;
	return (
		<div dir="ltr" className={classes.sheet} style={lengthsOf({ width, height })}>
			{labels.map(({ item, x, y }) => (
				<div
					key={item.id}
					className={classes.label}
					data-square={isSquare || undefined}
					style={lengthsOf({ x, y, labelWidth, labelHeight })}
				>
					<Code text={labelAddress(origin, item.id)} />
					<div className={classes.text}>
						<b dir="auto">{item.name}</b>
						{item.serial !== null && <span>{t("print.serial", { serial: item.serial })}</span>}
						{item.group !== undefined && <span dir="auto">{item.group}</span>}
					</div>
				</div>
			))}
		</div>
	);
}

function Code({ text }: { text: string }) {
	const { path, size } = useMemo(() => qrPath(text), [text]);
	return (
		<svg className={classes.code} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
			<path d={path} />
		</svg>
	);
}
