import { Skeleton } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import { wholeDaysUntil } from "../../../shared/account/api-key";
import {
	extendedEnd,
	type PublicLink,
	publicLinkExtensionDays,
	publicLinkWarningDays,
} from "../../../shared/account/public-link";
import { dayMs } from "../../../shared/base/durations";
import { publicLinkList } from "../../api/later-queries";
import { justLoadedMs } from "../../api/query-client";
import { trpc, trpcClient } from "../../api/trpc";
import { commaList } from "../../base/comma-list";
import { ConfirmDialog } from "../../forms/action-dialog";
import { toastFailure } from "../../forms/toast-failure";
import { StatusChip } from "../../ui/feedback/status-chip";
import { FormFailure, SmallButton } from "../../ui/form/buttons";
import { countText } from "../../ui/format";
import { Card } from "../../ui/layout/card";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { t } from "../../words/made/keys";
import classes from "./public-links.module.css";

const tones = { open: "ok", ended: "off", closed: "warn" } as const;

export function PublicLinksCard() {
	const links = useQuery({ ...publicLinkList(), staleTime: justLoadedMs });
	const [revoked, setRevoked] = useState<PublicLink | null>(null);
	const [extendedId, setExtendedId] = useState<string | null>(null);
	const queryClient = useQueryClient();
	const revoke = async ({ id, name }: PublicLink) => {
		const left = await trpcClient.account.removePublicLink.mutate({ linkId: id });
		queryClient.setQueryData(trpc.account.getPublicLinks.queryKey(), left);
		toast.success(t("link.revoked", { name }));
	};
	const extend = async ({ id, expiresAt }: PublicLink) => {
		setExtendedId(id);
		try {
			const all = await trpcClient.account.extendPublicLink.mutate({
				linkId: id,
				until: extendedEnd(expiresAt.getTime(), Date.now()),
			});
			queryClient.setQueryData(trpc.account.getPublicLinks.queryKey(), all);
			const link = all.find((each) => each.id === id);
			if (link) toast.success(t("link.extended", { name: link.name, day: formatDate(link.expiresAt) }));
		} catch (error) {
			toastFailure(error);
		} finally {
			setExtendedId(null);
		}
	};
	return (
		<Card title={t("link.card")} className={classes.card}>
			<p className={classes.lead}>{t("link.card.lead")}</p>
			{links.isPending && <Skeleton height={64} />}
			{links.isError && <FormFailure failure={t("link.failed")} />}
			{links.data?.length === 0 && <NoRows>{t("link.none")}</NoRows>}
			{links.data && links.data.length > 0 && (
				<Rows
					rows={links.data.map((link) => ({
						key: link.id,
						name: (
							<span className={classes.name}>
								{link.name}
								<StateChip link={link} />
							</span>
						),
						under: <Facts link={link} />,
						end: (
							<>
								{link.state !== "closed" && (
									<SmallButton
										aria-label={t("link.extend.name", { name: link.name, days: publicLinkExtensionDays })}
										loading={extendedId === link.id}
										onClick={() => void extend(link)}
									>
										{t("link.extend")}
									</SmallButton>
								)}
								<SmallButton aria-label={t("link.revoke.name", { name: link.name })} onClick={() => setRevoked(link)}>
									{t("link.revoke")}
								</SmallButton>
							</>
						),
					}))}
				/>
			)}
			{revoked && (
				<ConfirmDialog
					title={t("link.revoke.question", { name: revoked.name })}
					isDangerous
					label={t("link.revoke.run")}
					run={() => revoke(revoked)}
					onClose={() => setRevoked(null)}
				>
					<p>{t("link.revoke.text")}</p>
				</ConfirmDialog>
			)}
		</Card>
	);
}

function StateChip({ link: { state, expiresAt } }: { link: PublicLink }) {
	const leftMs = expiresAt.getTime() - Date.now();
	if (state !== "open" || leftMs > publicLinkWarningDays * dayMs) {
		return <StatusChip tone={tones[state]}>{t(`link.state.${state}`)}</StatusChip>;
	}
	return <StatusChip tone="warn">{t("link.endsIn", { days: wholeDaysUntil(leftMs, 0) })}</StatusChip>;
}

function Facts({ link }: { link: PublicLink }) {
	const { kind, devices, state, origins, createdByName, expiresAt, openCount, opens } = link;
	const day = formatDate(expiresAt);
	const names = commaList(devices);
	return (
		<div className={classes.facts}>
			<span>{devices.length === 0 ? t("link.shows.hidden") : t(`link.shows.${kind}`, { names })}</span>
			<span>
				{t(state === "ended" ? "link.endedOn" : "link.endsOn", { day })}
				{createdByName !== null && ` · ${t("link.madeBy", { name: createdByName })}`}
			</span>
			{state === "closed" && <span>{t("link.closed.text")}</span>}
			{origins.length > 0 && <span>{t("link.frames", { origins: commaList(origins) })}</span>}
			{openCount === 0 ? (
				<span>{t("link.opens.none")}</span>
			) : (
				<details>
					<summary>{t("link.opens", { count: openCount })}</summary>
					<table className={classes.opens}>
						<caption>{t("link.opens.by")}</caption>
						<thead>
							<tr>
								<th scope="col">{t("link.opens.day")}</th>
								<th scope="col">{t("link.opens.count")}</th>
							</tr>
						</thead>
						<tbody>
							{[...opens].reverse().map((each) => (
								<tr key={each.day}>
									<td>{formatDate(new Date(`${each.day}T12:00:00Z`))}</td>
									<td>{countText(each.count)}</td>
								</tr>
							))}
						</tbody>
					</table>
				</details>
			)}
		</div>
	);
}
