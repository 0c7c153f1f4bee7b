import { Anchor, Button } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "sonner";
import type { CurrentAccount } from "../../../shared/account/account";
import { type ApiKey, mcpPath, type NewApiKey } from "../../../shared/account/api-key";
import { trpc, trpcClient } from "../../api/trpc";
import { endingText } from "../../entities/ending-text";
import { ConfirmDialog } from "../../forms/action-dialog";
import { NewKey, NewKeyDialog } from "../../forms/new-key";
import { StatusChip } from "../../ui/feedback/status-chip";
import { SmallButton } from "../../ui/form/buttons";
import { Snippet } from "../../ui/form/snippet";
import { Card } from "../../ui/layout/card";
import layout from "../../ui/layout/layouts.module.css";
import { PageHead } from "../../ui/layout/page-head";
import { NoRows, Rows } from "../../ui/layout/rows";
import { formatDate } from "../../ui/time/time-display";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/keys";
import { AddKeyForm } from "./add-key-form";
import classes from "./api-keys.module.css";
import { curlExample, stoppedText } from "./key-words";

type ApiKeyListProps = { keys: ApiKey[]; me: CurrentAccount["me"] };

export function ApiKeyList({ keys, me }: ApiKeyListProps) {
	const [isAdding, setIsAdding] = useState(false);
	return (
		<>
			<PageHead
				title={t("apiKeys")}
				subtitle={rich("apiKeys.lead", {
					link: (text) => (
						<Anchor href="/api/v1/" target="_blank" rel="noreferrer" inherit underline="always">
							{text}
						</Anchor>
					),
				})}
			>
				<Button onClick={() => setIsAdding(true)}>{t("addAPIKey")}</Button>
			</PageHead>
			<Card title={t("keys")} className={classes.card}>
				{keys.length === 0 ? <NoRows>{t("apiKeys.none")}</NoRows> : <KeyRows keys={keys} />}
			</Card>
			<NewKeyDialog<NewApiKey>
				isOpen={isAdding}
				onClose={() => setIsAdding(false)}
				titles={{ form: "Add API key", key: "API key" }}
				form={(onMade) => <AddKeyForm me={me} onMade={onMade} onCancel={() => setIsAdding(false)} />}
				newKey={({ apiKey, key }, onDone) => (
					<NewKey lead={rich("apiKey.useIn", { name: <b>{apiKey.name}</b> })} onDone={onDone}>
						<Snippet title={t("apiKey")} text={key} secret={key} />
						<Snippet title={t("valueOfTheHeaderAuthorization")} text={`Bearer ${key}`} secret={key} />
						{apiKey.access === "assistant" ? (
							<Snippet title={t("assistants.address")} text={`${window.location.origin}${mcpPath}`} />
						) : (
							<Snippet title={t("tryItTheDevicesAsCSV")} text={curlExample(window.location.origin, key)} secret={key} />
						)}
					</NewKey>
				)}
			/>
		</>
	);
}

type Wanted = { run: "keep" | "revoke"; key: ApiKey };

function KeyRows({ keys }: { keys: ApiKey[] }) {
	const queryClient = useQueryClient();
	const [wanted, setAsked] = useState<Wanted | null>(null);
	const run = async ({ run: act, key: { id: keyId, name } }: Wanted) => {
		const { keepApiKey, revokeApiKey } = trpcClient.account;
		const left = await (act === "keep" ? keepApiKey : revokeApiKey).mutate({ keyId });
		queryClient.setQueryData(trpc.account.getApiKeys.queryKey(), left);
		toast.success(act === "keep" ? t("youKeepNameNow", { name }) : t("nameIsRevoked", { name }));
	};
	return (
		<>
			<Rows
				rows={keys.map((key) => ({
					key: key.id,
					name: <KeyName apiKey={key} />,
					under: <KeyFacts apiKey={key} />,
					end: (
						<>
							{key.state === "paused" && (
								<SmallButton onClick={() => setAsked({ run: "keep", key })}>{t("takeOver")}</SmallButton>
							)}
							<SmallButton
								aria-label={t("revoke.named", { name: key.name })}
								onClick={() => setAsked({ run: "revoke", key })}
							>
								{t("revoke")}
							</SmallButton>
						</>
					),
				}))}
			/>
			{wanted && (
				<ConfirmDialog
					title={
						wanted.run === "keep"
							? t("takeOver.title", { name: wanted.key.name })
							: t("revoke.title", { name: wanted.key.name })
					}
					isDangerous={wanted.run === "revoke"}
					label={wanted.run === "keep" ? t("takeOver") : t("revokeKey")}
					run={() => run(wanted)}
					onClose={() => setAsked(null)}
				>
					<p>{wanted.run === "keep" ? t("takeOver.what") : t("revoke.what")}</p>
				</ConfirmDialog>
			)}
		</>
	);
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
	const { name, state } = apiKey;
	const ending = endingText(apiKey, Date.now());
	return (
		<span className={layout.row}>
			{name}
			{ending && <StatusChip tone="warn">{ending}</StatusChip>}
			{state !== "active" && (
				<StatusChip tone={state === "paused" ? "warn" : "off"}>
					{state === "paused" ? t("paused") : t("expired")}
				</StatusChip>
			)}
		</span>
	);
}

function KeyFacts({ apiKey }: { apiKey: ApiKey }) {
	const { access, scope, keeper, expiresAt, lastUsedAt, lastUsedFrom } = apiKey;
	const stopped = stoppedText(apiKey);
	return (
		<div className={classes.facts}>
			<span>{t(`access.${access}`)}</span>
			<span>{scope === "all" ? t("allGroups") : t("groupCount", { count: scope.groupIds.length })}</span>
			{keeper.name !== null && <span>{t("belongsToName", { name: keeper.name })}</span>}
			<span>
				{lastUsedAt
					? lastUsedFrom === null
						? rich("lastUsed", { time: <TimeStamp at={lastUsedAt.getTime()} show="age" /> })
						: rich("lastUsed.from", {
								time: <TimeStamp at={lastUsedAt.getTime()} show="age" />,
								address: lastUsedFrom,
							})
					: t("neverUsed")}
			</span>
			{expiresAt && apiKey.state !== "expired" && <span>{t("apiKey.expiresOn", { date: formatDate(expiresAt) })}</span>}
			{stopped && <span>{stopped}</span>}
		</div>
	);
}
