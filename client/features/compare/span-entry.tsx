import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { shownFormula } from "../../../shared/device/derived/formula";
import type { DeviceListRow } from "../../../shared/device/device";
import { deviceZone, type TimeRange, type Zone } from "../../../shared/time/time-zones";
import { deviceBy } from "../../api/queries";
import { formatSummary, Swatch } from "../../chart/chart-legend";
import { type ChartLine, contentAsRead, contentOfSeries } from "../../chart/chart-lines";
import { summariesAsRead, useSummaries } from "../../chart/chart-summaries";
import { type ComparedProblems, type ComparedTexts, instantIn, textsOf } from "../../entities/compared";
import { ComputedMark } from "../../entities/computed-mark";
import { markedName } from "../../entities/marked-name";
import { takeFocus } from "../../ui/feedback/notes";
import { FormButtons, SmallButton } from "../../ui/form/buttons";
import fieldGrid from "../../ui/form/field-grid.module.css";
import { MomentField } from "../../ui/form/moment-field";
import { Select } from "../../ui/form/select";
import { useSteadyOptions } from "../../ui/form/steady-options";
import { viewerZone } from "../../ui/time/time-display";
import { momentText, typedEnd, typedInstant } from "../../ui/time/typed-moment";
import { wallText as wallTextIn } from "../../ui/time/wall-time";
import { useValueStyle } from "../../ui/value-display";
import { t } from "../../words/made/devices";
import classes from "./compare.module.css";
import { lineOfPage, spanText } from "./compare-content";
import { problemsOf, type ReadSpan, subjectOf } from "./read-span";

type SpanEntryProps = {
	span: ReadSpan;
	devices: DeviceListRow[];
	baseZone: Zone | null;
	isOpen: boolean;
	onOpen: (isOpen: boolean) => void;
	onChange: (texts: ComparedTexts) => void;
	onFirst: (() => void) | null;
	onRemove: () => void;
};

export function SpanEntry(props: SpanEntryProps) {
	const { span, devices, baseZone, isOpen, onOpen, onFirst, onRemove, onChange } = props;
	const { number, request, page, problem } = span;
	const { deviceId, zone } = subjectOf(span);
	const line = page && lineOfPage(page, number);
	const row = devices.find(({ id }) => id === deviceId);
	const name = line ? `${line.device.name} · ${line.channel.name}` : (row?.name ?? "");
	const problems = problemsOf(span);
	const isWrong = Object.keys(problems).length > 0;
	const isShown = isOpen || isWrong;
	const device = useQuery({ ...deviceBy(deviceId ?? ""), enabled: isShown && deviceId !== null });
	const ownZone = zone ?? (device.data ? deviceZone(device.data) : null);
	const panel = useId();
	return (
		<li className={classes.span}>
			<div className={classes.spanLine}>
				<span className={classes.number}>{number}</span>
				{line ? <Swatch line={line} /> : <span />}
				<span className={classes.name}>
					<b>{name || (isWrong ? t("compare.notChosen") : t("compare.loading"))}</b>{" "}
					{line?.channel.formula !== undefined && <ComputedMark formula={shownFormula(line.channel)} />}
					{request && <span>{spanText(zone ?? (row ? deviceZone(row) : viewerZone), request)}</span>}
				</span>
				<span className={classes.figures}>
					{(!isWrong && problem) || (page && request && <Figures span={request} line={line} page={page} />)}
				</span>
				<span className={classes.spanActions}>
					{!isWrong && (
						<SmallButton
							aria-label={t("compare.change.number", { number })}
							aria-expanded={isShown}
							aria-controls={isShown ? panel : undefined}
							onClick={() => onOpen(!isOpen)}
						>
							{t("compare.change")}
						</SmallButton>
					)}
					{onFirst && (
						<SmallButton aria-label={t("compare.makeFirst.number", { number })} onClick={onFirst}>
							{t("compare.makeFirst")}
						</SmallButton>
					)}
					<ActionIcon
						size={30}
						aria-label={t("compare.remove.number", { number })}
						title={t("compare.remove")}
						onClick={onRemove}
					>
						<IconX size={17} stroke={1.7} />
					</ActionIcon>
				</span>
			</div>
			{isShown && !device.isLoading && (
				<div id={panel}>
					<SpanForm
						span={span}
						devices={devices}
						problems={problems}
						onChange={onChange}
						writtenIn={ownZone ?? baseZone ?? viewerZone}
						hasFocus={isOpen}
						onCancel={isWrong ? undefined : () => onOpen(false)}
					/>
				</div>
			)}
		</li>
	);
}

type FiguresProps = { span: TimeRange; line: ChartLine | null; page: NonNullable<ReadSpan["page"]> };

function Figures({ span, line, page }: FiguresProps) {
	const style = useValueStyle();
	const content = { ...contentOfSeries(page), span, lines: line ? [line] : [] };
	const summaries = summariesAsRead(useSummaries(content), content, style);
	const [read] = contentAsRead(content, style).lines;
	if (!read || read.at.length === 0) {
		return read?.marked ? t("compare.noneCounts") : t("compare.noReadingInSpan");
	}
	return formatSummary(read.channel, summaries);
}

type SpanFormProps = {
	span: ReadSpan;
	devices: DeviceListRow[];
	problems: ComparedProblems;
	/** The clock on which the span's times are shown at first. */
	writtenIn: Zone;
	hasFocus: boolean;
	onChange: (texts: ComparedTexts) => void;
	onCancel: (() => void) | undefined;
};

const shownDevices = 60;

function SpanForm({ span, devices, problems, writtenIn, hasFocus, onChange, onCancel }: SpanFormProps) {
	const { texts } = span;
	const known = subjectOf(span);
	const [deviceId, setDeviceId] = useState(known.deviceId);
	const [chosenId, setChosenId] = useState(known.channelId);
	const device = useQuery({ ...deviceBy(deviceId ?? ""), enabled: deviceId !== null });
	const channels = device.data?.channels ?? [];
	const before = span.page && lineOfPage(span.page, span.number)?.channel;
	const alike =
		channels.find(({ quantity, name }) => quantity === before?.quantity && name === before.name) ??
		channels.find(({ quantity }) => quantity === before?.quantity) ??
		channels[0];
	const channelId = channels.some(({ id }) => id === chosenId) ? chosenId : (alike?.id ?? null);
	const row = device.data ?? devices.find(({ id }) => id === deviceId);
	const zone = row ? deviceZone(row) : writtenIn;
	const [from, setFrom] = useState(() => momentOr(texts.from, writtenIn));
	const [to, setTo] = useState(() => momentOr(texts.to, writtenIn));
	const [errors, setErrors] = useState(problems);
	const options = [
		...(device.data && !devices.some(({ id }) => id === deviceId)
			? [{ value: device.data.id, label: device.data.name }]
			: []),
		...devices.map(({ id, name }) => ({ value: id, label: name })),
	];
	const show = (event: FormEvent) => {
		event.preventDefault();
		const [start, end] = [typedInstant(zone, from), typedEnd(zone, to)];
		const next = textsOf(channelId ?? deviceId ?? "", { from: start ?? -1, to: end ?? -1 });
		const found: ComparedProblems = {
			...(deviceId === null && { subject: t("compare.missing.device") }),
			...(start === null && { from: t("compare.missing.time") }),
			...(end === null && { to: t("compare.missing.time") }),
			...(start !== null && end !== null && end <= start && { to: t("compare.endTooEarly") }),
		};
		setErrors(found);
		if (Object.keys(found).length === 0) onChange(next);
	};
	return (
		<form className={classes.form} onSubmit={show} noValidate aria-label={t("compare.span", { number: span.number })}>
			<div className={fieldGrid.fields}>
				<Select
					ref={hasFocus ? takeFocus : undefined}
					label={t("compare.device")}
					searchable
					limit={shownDevices}
					nothingFoundMessage={t("compare.device.notFound")}
					{...useSteadyOptions(options)}
					value={deviceId}
					error={errors.subject}
					onChange={(chosen) => {
						setDeviceId(chosen);
						setErrors(({ subject: _, ...others }) => others);
					}}
				/>
				<Select
					label={t("compare.channel")}
					data={channels.map(({ id, name, derived }) => ({
						value: id,
						label: markedName(name, derived !== undefined),
					}))}
					value={channelId}
					disabled={channels.length === 0}
					error={device.isError && t("compare.channels.failed")}
					onChange={setChosenId}
				/>
				<MomentField
					label={t("compare.from")}
					description={t("compare.from.text")}
					zone={zone}
					value={from}
					error={errors.from}
					onChange={setFrom}
				/>
				<MomentField
					isEnd
					label={t("compare.to")}
					description={t("compare.to.text")}
					zone={zone}
					value={to}
					error={errors.to}
					onChange={setTo}
				/>
			</div>
			<div className={classes.buttons}>
				<FormButtons label={t("compare.show")} onCancel={onCancel} />
			</div>
		</form>
	);
}

/** Text of the address that is no time stays as it is, to be corrected. */
function momentOr(text: string, zone: string): string {
	const at = instantIn(text);
	return at === null ? text : momentText(wallTextIn(zone, at));
}
