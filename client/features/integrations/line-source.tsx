import { TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { groupedBy } from "../../../shared/base/lists";
import {
	type ChosenSeries,
	type LastLines,
	type LineNotStored,
	proposedDevice,
	type WaitingSeries,
} from "../../../shared/device/line-series";
import type { IntegrationKey } from "../../../shared/ingest/integration-key";
import { readSeriesText } from "../../../shared/ingest/line-protocol";
import { sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { appConstants } from "../../base/app-constants";
import { DeviceLink } from "../../entities/entity-links";
import { SmallButton } from "../../ui/form/buttons";
import { Snippet } from "../../ui/form/snippet";
import { countText } from "../../ui/format";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { digitsText } from "../../ui/value-display";
import { rich, t } from "../../words/made/keys";
import { ChooseSeriesForm } from "./choose-series-form";
import classes from "./integrations.module.css";
import { LineFilters } from "./line-filters";
import { HeadedSection, SourceView } from "./source-view";

type Choosing = { device: string | null; series: WaitingSeries[] };

type LineSourceViewProps = { integration: IntegrationKey; onBack: () => void };

export function LineSourceView({ integration, onBack }: LineSourceViewProps) {
	const [choosing, setChoosing] = useState<Choosing | null>(null);
	if (choosing) return <ChooseSeriesForm keyId={integration.id} {...choosing} onEnd={() => setChoosing(null)} />;
	return <SourceLists integration={integration} onBack={onBack} onChoose={setChoosing} />;
}

type SourceListsProps = LineSourceViewProps & { onChoose: (choosing: Choosing) => void };

function SourceLists({ integration, onBack, onChoose }: SourceListsProps) {
	const [find, setFind] = useState("");
	const source = useQuery({
		...trpc.account.getLineSource.queryOptions({ keyId: integration.id, find: find.trim() }),
		placeholderData: (before) => before,
		refetchInterval: appConstants.refreshEveryMs,
	});
	const { data } = source;
	return (
		<SourceView lead={rich("lines.lead", { name: <b>{integration.name}</b> })} source={source} onBack={onBack}>
			{data && (data.last ? <LastHeard last={data.last} /> : <NothingHeard />)}
			{data && (
				<>
					<TextInput label={t("lines.find")} value={find} onChange={(event) => setFind(event.currentTarget.value)} />
					<Waiting waiting={data.waiting} count={data.waitingCount} onChoose={onChoose} />
					{data.chosenCount > 0 && <Chosen keyId={integration.id} chosen={data.chosen} count={data.chosenCount} />}
					{data.filters && <LineFilters keyId={integration.id} filters={data.filters} />}
					{data.notStored.length > 0 && <NotStored lines={data.notStored} />}
				</>
			)}
		</SourceView>
	);
}

function NothingHeard() {
	return (
		<>
			<p className={classes.detail}>{t("lines.nothingHeard")}</p>
			<Snippet title={t("lines.address")} text={window.location.origin} />
		</>
	);
}

function LastHeard({ last: { at, lines, stored, waiting, leftOut, texts } }: { last: LastLines }) {
	return (
		<div>
			<p className={classes.detail}>
				{rich("lines.last", { time: <TimeStamp at={at} show="age" />, lines, stored, waiting })}
			</p>
			{texts > 0 && <p className={classes.detail}>{t("lines.texts", { count: texts })}</p>}
			{leftOut > 0 && <p className={classes.detail}>{t("lines.leftOut", { count: leftOut })}</p>}
		</div>
	);
}

type WaitingProps = { waiting: WaitingSeries[]; count: number; onChoose: (choosing: Choosing) => void };

function Waiting({ waiting, count, onChoose }: WaitingProps) {
	const byDevice = groupedBy(waiting, ({ series }) => {
		const parts = readSeriesText(series);
		return parts && proposedDevice(parts);
	});
	return (
		<HeadedSection title={t("lines.waiting", { count: countText(count) })}>
			{count === 0 ? (
				<NoRows>{t("lines.noneWaiting")}</NoRows>
			) : (
				<Rows
					rows={[...byDevice].map(([device, series]) => ({
						key: JSON.stringify(device),
						name: device ?? t("lines.noDevice"),
						under: <WaitingValues series={series} />,
						end: (
							<SmallButton
								aria-label={t("lines.chooseFor", { name: device ?? t("lines.noDevice") })}
								onClick={() => onChoose({ device, series })}
							>
								{t("lines.choose")}
							</SmallButton>
						),
					}))}
				/>
			)}
			{count > waiting.length && (
				<p className={layout.wrappedNote}>{t("lines.onlyFirst", { count: countText(waiting.length) })}</p>
			)}
		</HeadedSection>
	);
}

function WaitingValues({ series }: { series: WaitingSeries[] }) {
	return (
		<ul className={`${layout.plain} ${classes.series}`}>
			{series.map(({ series: name, value, at, count }) => (
				<li key={name}>
					<code>{name}</code>
					<span>
						{rich("lines.value", { value: digitsText(String(value)), time: <TimeStamp at={at} show="age" />, count })}
					</span>
				</li>
			))}
		</ul>
	);
}

function Chosen({ keyId, chosen, count }: { keyId: string; chosen: ChosenSeries[]; count: number }) {
	const queryClient = useQueryClient();
	const releasing = useMutation(
		trpc.account.releaseLineSeries.mutationOptions({
			onSuccess: async () => {
				toast.success(t("lines.released"));
				await queryClient.invalidateQueries(trpc.account.getLineSource.pathFilter());
			},
			onError: (error) => toast.error(sentenceFor(error)),
		}),
	);
	return (
		<HeadedSection title={t("lines.chosen", { count: countText(count) })}>
			<Rows
				rows={chosen.map(({ series, deviceId, device, channel }) => ({
					key: series,
					name: <code>{series}</code>,
					under: rich("lines.goesTo", {
						device: (
							<DeviceLink id={deviceId} inherit underline="always">
								{device}
							</DeviceLink>
						),
						channel,
					}),
					end: (
						<SmallButton
							aria-label={t("lines.releaseSeries", { series })}
							loading={releasing.isPending && releasing.variables.series.includes(series)}
							onClick={() => releasing.mutate({ keyId, series: [series] })}
						>
							{t("lines.release")}
						</SmallButton>
					),
				}))}
			/>
			{count > chosen.length && (
				<p className={layout.wrappedNote}>{t("lines.onlyFirst", { count: countText(chosen.length) })}</p>
			)}
		</HeadedSection>
	);
}

function NotStored({ lines }: { lines: LineNotStored[] }) {
	return (
		<HeadedSection title={t("lines.notStored", { count: countText(lines.length) })}>
			<ul className={`${layout.plain} ${classes.series}`}>
				{lines.map(({ receivedAt, line, reason, text }, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: the same line may come twice in an upload
					<li key={index}>
						<span className={classes.facts}>
							<span>
								<TimeStamp to="seconds" at={receivedAt} />
							</span>
							{line !== null && <span>{t("lines.line", { line })}</span>}
							<span>{t(`lines.reason.${reason}`)}</span>
						</span>
						{text !== "" && <code>{text}</code>}
					</li>
				))}
			</ul>
		</HeadedSection>
	);
}
