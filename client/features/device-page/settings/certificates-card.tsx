import { Anchor } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { toast } from "sonner";
import { attachmentUrl } from "../../../../shared/base/attachment";
import { type Certificate, dueStateOf } from "../../../../shared/device/certificate";
import type { ChannelLatest, Device } from "../../../../shared/device/device";
import { sentenceFor } from "../../../api/api-error";
import { useRefreshInterval } from "../../../api/live";
import { trpc, trpcClient } from "../../../api/trpc";
import { ConfirmDialog } from "../../../forms/action-dialog";
import { useIsWanted } from "../../../ui/feedback/lazy-parts";
import { StatusChip } from "../../../ui/feedback/status-chip";
import { GuardedButton } from "../../../ui/form/guarded-button";
import { labeled } from "../../../ui/labeled";
import { Card } from "../../../ui/layout/card";
import layout from "../../../ui/layout/layouts.module.css";
import { TextLink } from "../../../ui/layout/link";
import { Rows } from "../../../ui/layout/rows";
import { TimeStamp } from "../../../ui/time/time-stamp";
import { dayText } from "../../../ui/time/typed-moment";
import { rich, t } from "../../../words/made/certificates";
import { useRefreshDevice } from "../use-refresh-device";
import { CalibrationDialog } from "./calibration-dialog";
import { adjustmentFrom } from "./certificate-values";
import classes from "./settings.module.css";

const CertificateDialog = lazy(async () => ({ default: (await import("./certificate-dialog")).CertificateDialog }));
const AffectedDialog = lazy(async () => ({ default: (await import("./affected-dialog")).AffectedDialog }));

type CertificatesCardProps = { device: Device; denial: string | null };

type Opened =
	| { kind: "edit"; certificate: Certificate | null }
	| { kind: "delete" | "adjust" | "affected"; certificate: Certificate };

export function CertificatesCard({ device, denial }: CertificatesCardProps) {
	const [opened, setOpened] = useState<Opened | null>(null);
	const [edited, setEdited] = useState<Certificate | null>(null);
	const isFormWanted = useIsWanted(opened?.kind === "edit");
	const queryClient = useQueryClient();
	const refreshDevice = useRefreshDevice();
	const refetchInterval = useRefreshInterval();
	const requested = trpc.device.getCertificates.queryOptions({ deviceId: device.id });
	const { data, error } = useQuery({ ...requested, refetchInterval });
	const channels = device.channels.filter(({ derived }) => !derived);
	const close = () => setOpened(null);
	const refresh = async () => {
		await queryClient.invalidateQueries({ queryKey: requested.queryKey });
		await refreshDevice();
	};
	const edit = (certificate: Certificate | null) => {
		setEdited(certificate);
		setOpened({ kind: "edit", certificate });
	};
	const remove = async ({ id: certificateId, version }: Certificate) => {
		await trpcClient.device.deleteCertificate.mutate({ certificateId, version });
		toast.success(t("deleted"));
		void refresh();
	};
	const action = (certificate: Certificate, words: string, onClick: () => void, denied = denial) => (
		<GuardedButton
			denial={denied}
			size="compact-md"
			label={labeled(nameOf(channels, certificate), words)}
			onClick={onClick}
		>
			{words}
		</GuardedButton>
	);
	const adjusted = opened?.kind === "adjust" ? opened.certificate : null;
	const adjustedChannel = channels.find(({ id }) => id === adjusted?.channelId) ?? null;
	return (
		<Card title={t("title")}>
			<div className={classes.body}>
				<p className={layout.wrappedNote}>
					{rich("text", {
						list: (words) => (
							<TextLink to="/reports/" search={{ view: "certificates", sort: "due" }}>
								{words}
							</TextLink>
						),
					})}
				</p>
				{error !== null && <p className={layout.error}>{sentenceFor(error)}</p>}
				{data?.length === 0 && <p className={layout.wrappedNote}>{t("none")}</p>}
				{data && data.length > 0 && (
					<Rows
						rows={data.map((certificate) => ({
							key: certificate.id,
							name: (
								<>
									{nameOf(channels, certificate)}{" "}
									<DueChip certificate={certificate} isNewest={isNewest(data, certificate)} />
								</>
							),
							under: <CertificateFacts device={device} certificate={certificate} />,
							end: (
								<div className={layout.row}>
									{certificate.asFound === "out" &&
										action(certificate, t("affected.button"), () => setOpened({ kind: "affected", certificate }), null)}
									{canAdjust(channels, certificate) &&
										action(certificate, t("adjust"), () => setOpened({ kind: "adjust", certificate }))}
									{action(certificate, t("change"), () => edit(certificate))}
									{action(certificate, t("delete"), () => setOpened({ kind: "delete", certificate }))}
								</div>
							),
						}))}
					/>
				)}
				<div>
					<GuardedButton
						denial={denial ?? (channels.length === 0 ? t("noChannel") : null)}
						icon={<IconPlus size={16} />}
						onClick={() => edit(null)}
					>
						{t("add")}
					</GuardedButton>
				</div>
			</div>
			{isFormWanted && (
				<Suspense>
					<CertificateDialog
						device={device}
						channels={channels}
						certificate={edited}
						isOpen={opened?.kind === "edit"}
						onClose={close}
						onSaved={() => void refresh()}
					/>
				</Suspense>
			)}
			<CalibrationDialog
				device={device}
				channel={adjustedChannel}
				filled={adjusted && adjustedChannel && adjustmentFrom(adjusted, adjustedChannel)}
				onClose={close}
			/>
			{opened?.kind === "affected" && (
				<Suspense>
					<AffectedDialog device={device} certificate={opened.certificate} onClose={close} />
				</Suspense>
			)}
			{opened?.kind === "delete" && (
				<ConfirmDialog
					title={t("delete.question")}
					size={440}
					label={t("delete.certificate")}
					run={() => remove(opened.certificate)}
					onClose={close}
				>
					<p>
						{nameOf(channels, opened.certificate)}, {dayText(opened.certificate.calibratedOn)}. {t("delete.effect")}
					</p>
				</ConfirmDialog>
			)}
		</Card>
	);
}

function nameOf(channels: readonly ChannelLatest[], { channelId, laboratory, number }: Certificate): string {
	const channel = channels.find(({ id }) => id === channelId)?.name ?? t("deletedChannel");
	return labeled(channel, [laboratory, number].filter(Boolean).join(" "));
}

function isNewest(all: readonly Certificate[], { id, channelId }: Certificate): boolean {
	return all.find((one) => one.channelId === channelId)?.id === id;
}

function canAdjust(channels: readonly ChannelLatest[], certificate: Certificate): boolean {
	const channel = channels.find(({ id }) => id === certificate.channelId);
	return channel !== undefined && adjustmentFrom(certificate, channel) !== null;
}

function DueChip({ certificate, isNewest: isNow }: { certificate: Certificate; isNewest: boolean }) {
	const { asFound, dueOn } = certificate;
	const state = dueStateOf(certificate, new Date().toISOString().slice(0, 10));
	return (
		<>
			{asFound === "out" && <StatusChip tone="bad">{t("asFound.out")}</StatusChip>}{" "}
			{isNow && state === "overdue" && <StatusChip tone="bad">{t("due.overdue")}</StatusChip>}
			{isNow && state === "month" && <StatusChip tone="warn">{t("due.on", { day: dayText(dueOn ?? "") })}</StatusChip>}
		</>
	);
}

function CertificateFacts({ device, certificate }: { device: Device; certificate: Certificate }) {
	const { calibratedOn, dueOn, asFound, points, unit, attachment, note, serialNumber, recordedBy } = certificate;
	return (
		<>
			<div>
				{t("facts", { day: dayText(calibratedOn), asFound: t(`asFound.${asFound}`) })}{" "}
				{dueOn === null ? t("due.never") : t("due.on", { day: dayText(dueOn) })}
				{points.length > 0 && ` · ${t("points.count", { count: points.length, unit })}`}
			</div>
			{serialNumber !== null && serialNumber !== device.serialNumber && (
				<div>{t("formerLogger", { serialNumber })}</div>
			)}
			{attachment && (
				<div>
					<Anchor href={attachmentUrl(attachment.id)}>{attachment.name}</Anchor>
				</div>
			)}
			{note !== "" && <div>{note}</div>}
			<div>
				{rich("recorded", {
					name: recordedBy,
					time: <TimeStamp at={certificate.recordedAt} clock={device} isFocusable />,
				})}
			</div>
		</>
	);
}
