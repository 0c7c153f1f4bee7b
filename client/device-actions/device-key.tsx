import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Device, RotatedDeviceKey } from "../../shared/device/device";
import type { CreatedDevice } from "../../shared/device/device-inputs";
import type { SeriesPage } from "../../shared/log/log";
import type { DeviceClock } from "../../shared/time/time-zones";
import { useRefreshInterval } from "../api/live";
import { deviceBy } from "../api/queries";
import { trpc, trpcClient } from "../api/trpc";
import { comma } from "../base/comma-list";
import { IngestPageLink, ingestExample, rejectionSentence, sampleSentence } from "../entities/ingest";
import { NewKey, NewKeyDialog } from "../forms/new-key";
import { ReplaceKey } from "../forms/replace-key";
import { Trend } from "../ui/chart/trend";
import { Snippet } from "../ui/form/snippet";
import { Outcome } from "../ui/layout/outcome";
import { TimeStamp } from "../ui/time/time-stamp";
import { valueText } from "../ui/value-display";
import { rich, t } from "../words/made/device";
import classes from "./actions.module.css";
import { refreshDevices } from "./device-changes";

const pixels = 200;

type RotateKeyDialogProps = { device: Device; isOpen: boolean; onClose: () => void };

export function RotateKeyDialog({ device, isOpen, onClose }: RotateKeyDialogProps) {
	return (
		<NewKeyDialog<RotatedDeviceKey>
			isOpen={isOpen}
			onClose={onClose}
			titles={{ form: t("key.replaceOf", { device: device.name }), key: t("key.new") }}
			form={(onMade) => (
				<ReplaceKey
					hasFormer={device.key.previous !== null}
					replace={(graceSeconds) => trpcClient.device.rotateDeviceKey.mutate({ deviceId: device.id, graceSeconds })}
					onReplaced={(rotated) => {
						onMade(rotated);
						void refreshDevices();
					}}
					onCancel={onClose}
				/>
			)}
			newKey={(rotated, onDone) => (
				<RotatedKey deviceName={device.name} clock={device} rotated={rotated} onDone={onDone} />
			)}
		/>
	);
}

type RotatedKeyProps = {
	deviceName: string;
	clock: DeviceClock | null;
	rotated: RotatedDeviceKey;
	onDone: () => void;
};

export function RotatedKey({ deviceName, clock, rotated, onDone }: RotatedKeyProps) {
	const { previous } = rotated.facts;
	return (
		<NewKey
			lead={
				previous
					? rich("key.replaced.until", {
							device: <b>{deviceName}</b>,
							time: <TimeStamp at={previous.until.getTime()} clock={clock} />,
						})
					: rich("key.replaced", { device: <b>{deviceName}</b> })
			}
			help={<IngestPageLink />}
			onDone={onDone}
		>
			<Snippet title={t("key")} text={rotated.key} secret={rotated.key} />
		</NewKey>
	);
}

type FirstKeyProps = {
	created: CreatedDevice;
	lead: ReactNode;
	help?: ReactNode;
	onDone: () => void;
};

export function FirstKey({ created: { device, key }, lead, help, onDone }: FirstKeyProps) {
	const channel = device.channels[0]?.name ?? "Temperature";
	const example = ingestExample({ origin: window.location.origin, key, channel, at: new Date() });
	return (
		<NewKey
			lead={lead}
			help={
				<>
					{help} <IngestPageLink />
				</>
			}
			onDone={onDone}
		>
			<Snippet title={t("key")} text={key} secret={key} />
			<Snippet title={t("key.try")} text={example} secret={key} />
			<FirstReading device={device} />
		</NewKey>
	);
}

function FirstReading({ device }: { device: CreatedDevice["device"] }) {
	const interval = useRefreshInterval();
	const { data: now, isError } = useQuery({ ...deviceBy(device.id), refetchInterval: interval });
	const day = useQuery({
		...trpc.log.getSeries.queryOptions({
			rangeType: "24h",
			offset: 0,
			deviceIds: [device.id],
			isEveryQuantity: true,
			pixels,
		}),
		enabled: now !== undefined && isLater(now.lastReceivedAt, device.lastReceivedAt),
		refetchInterval: interval,
	});
	return (
		<div role="status" className={classes.firstReading}>
			{isError ? null : <FirstReadingText now={now ?? device} before={device} day={day.data} />}
		</div>
	);
}

type Uploaded = Pick<Device, "lastReceivedAt" | "refusals">;
type FirstReadingTextProps = {
	now: Uploaded & Pick<Device, "channels">;
	before: Uploaded;
	day?: Pick<SeriesPage, "channels" | "series"> | undefined;
};

export function FirstReadingText({
	now: { channels, lastReceivedAt, refusals: denials },
	before,
	day,
}: FirstReadingTextProps) {
	const hasReceived = isLater(lastReceivedAt, before.lastReceivedAt);
	const denied = isLater(denials?.at, before.refusals?.at) ? denials : null;
	if (!hasReceived && !denied) return t("first.waiting");
	const [first, ...others] = channels.filter(({ value }) => value !== null);
	const line = day?.series.find(({ channel }) => day.channels[channel]?.id === first?.id)?.value ?? [];
	return (
		<>
			{hasReceived && (
				<Outcome tone="ok" title={t("first.received")}>
					{first && (
						<>
							<p className={classes.firstValue}>
								<span>{first.name}</span> <b>{valueText(first.value, first)}</b>
							</p>
							<div className={classes.firstLine}>{line.length > 0 && <Trend trend={line} />}</div>
							{others.length > 0 && (
								<p>{others.map((channel) => `${channel.name} ${valueText(channel.value, channel)}`).join(comma)}</p>
							)}
						</>
					)}
				</Outcome>
			)}
			{denied && (
				<p>
					<b>{rejectionSentence(denied)}</b> {denied.sample && sampleSentence(denied.sample)}
				</p>
			)}
		</>
	);
}

function isLater(at: number | null | undefined, former: number | null | undefined): boolean {
	return (at ?? 0) > (former ?? 0);
}
