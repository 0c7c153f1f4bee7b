import { Button, Skeleton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RotatedDeviceKey } from "../../../shared/device/device";
import type { IntegrationKey, JsonFacts, NewIntegrationKey } from "../../../shared/ingest/integration-key";
import { sentenceFor } from "../../api/api-error";
import { trpc } from "../../api/trpc";
import { RotatedKey } from "../../device-actions/device-key";
import { IngestPageLink } from "../../entities/ingest";
import { Dialog } from "../../ui/feedback/dialog";
import { ButtonRow, FormFailure, PlainButton, SmallButton } from "../../ui/form/buttons";
import layout from "../../ui/layout/layouts.module.css";
import { NoRows, Rows } from "../../ui/layout/rows";
import { TimeStamp } from "../../ui/time/time-stamp";
import { rich, t } from "../../words/made/keys";
import { t as mailWords } from "../../words/made/mail";
import { AddIntegrationForm, IntegrationKeyPanel, ReplaceKeyForm, RevokeKeyQuestion } from "./integration-key";
import classes from "./integrations.module.css";
import { PayloadSourceView } from "./json/payload-source";
import { LineSourceView } from "./line-source";
import { MailView } from "./mail-view";
import { MessageList } from "./message-list";
import { ReplaceDeviceKeyForm } from "./replace-device-key-form";

type View =
	| { name: "list" | "add" | "device" }
	| { name: "messages" | "lines" | "json" | "mail" | "replace" | "revoke"; integration: IntegrationKey }
	| { name: "key"; created: NewIntegrationKey }
	| { name: "device key"; deviceName: string; replaced: RotatedDeviceKey };

const titles: Record<View["name"], string> = {
	list: t("integrations.title"),
	add: t("addIntegration"),
	messages: t("lastMessages"),
	lines: t("lines"),
	json: t("message.json"),
	mail: mailWords("title"),
	replace: t("replaceKey"),
	revoke: t("revokeKey"),
	key: t("integrationKey"),
	device: t("replaceADevicesKey"),
	"device key": t("deviceKey"),
};

type IntegrationsDialogProps = { opened: boolean; onClose: () => void; onImport: (file: File) => void };

export function IntegrationsDialog({ opened, onClose, onImport }: IntegrationsDialogProps) {
	const [view, setView] = useState<View>({ name: "list" });
	const showList = () => setView({ name: "list" });
	const showKey = (created: NewIntegrationKey) => setView({ name: "key", created });
	const close = () => {
		onClose();
		showList();
	};
	const isToRead = view.name === "list" || view.name === "messages";
	return (
		<Dialog
			isOpen={opened}
			onClose={close}
			title={titles[view.name]}
			size={view.name === "json" ? 1000 : 620}
			// Escape must not lose typed text or a key that is shown once.
			isForm={!isToRead}
			closeOnEscape={isToRead}
		>
			{view.name === "list" && (
				<IntegrationList
					onAdd={() => setView({ name: "add" })}
					onDevice={() => setView({ name: "device" })}
					onMessages={(integration) => setView({ name: "messages", integration })}
					onLines={(integration) => setView({ name: "lines", integration })}
					onJson={(integration) => setView({ name: "json", integration })}
					onMail={(integration) => setView({ name: "mail", integration })}
					onReplace={(integration) => setView({ name: "replace", integration })}
					onRevoke={(integration) => setView({ name: "revoke", integration })}
				/>
			)}
			{view.name === "add" && <AddIntegrationForm onCreated={showKey} onCancel={showList} />}
			{view.name === "messages" && <MessageList integration={view.integration} onBack={showList} />}
			{view.name === "lines" && <LineSourceView integration={view.integration} onBack={showList} />}
			{view.name === "json" && <PayloadSourceView integration={view.integration} onBack={showList} />}
			{view.name === "mail" && <MailView integration={view.integration} onImport={onImport} onBack={showList} />}
			{view.name === "replace" && (
				<ReplaceKeyForm integration={view.integration} onReplaced={showKey} onCancel={showList} />
			)}
			{view.name === "revoke" && <RevokeKeyQuestion integration={view.integration} onEnd={showList} />}
			{view.name === "device" && (
				<ReplaceDeviceKeyForm
					onReplaced={(deviceName, replaced) => setView({ name: "device key", deviceName, replaced })}
					onCancel={showList}
				/>
			)}
			{view.name === "device key" && (
				<RotatedKey deviceName={view.deviceName} clock={null} rotated={view.replaced} onDone={showList} />
			)}
			{view.name === "key" && <IntegrationKeyPanel created={view.created} onDone={showList} />}
		</Dialog>
	);
}

type IntegrationListProps = {
	onAdd: () => void;
	onDevice: () => void;
	onMessages: (integration: IntegrationKey) => void;
	onLines: (integration: IntegrationKey) => void;
	onJson: (integration: IntegrationKey) => void;
	onMail: (integration: IntegrationKey) => void;
	onReplace: (integration: IntegrationKey) => void;
	onRevoke: (integration: IntegrationKey) => void;
};

export function IntegrationList(props: IntegrationListProps) {
	const { onAdd, onDevice, onMessages, onLines, onJson, onMail, onReplace, onRevoke } = props;
	const keys = useQuery(trpc.account.getIntegrationKeys.queryOptions());
	return (
		<div className={layout.column}>
			<p className={layout.prose}>
				{t("integrations.lead")} <IngestPageLink />
			</p>
			<div className={classes.list}>
				{keys.isPending && <Skeleton height={64} />}
				{keys.data?.length === 0 && <NoRows>{t("noNetworkServerIsConnectedYet")}</NoRows>}
				{keys.data && keys.data.length > 0 && (
					<Rows
						rows={keys.data.map((integration) => ({
							key: integration.id,
							name: integration.name,
							under: (
								<>
									<Facts integration={integration} />
									{integration.json && <HeardJson json={integration.json} />}
								</>
							),
							end: (
								<>
									<SmallButton
										aria-label={t("messagesOfName", { name: integration.name })}
										onClick={() => onMessages(integration)}
									>
										{t("messages")}
									</SmallButton>
									<SmallButton
										aria-label={t("linesOfName", { name: integration.name })}
										onClick={() => onLines(integration)}
									>
										{t("lines")}
									</SmallButton>
									<SmallButton
										aria-label={t("json.ofName", { name: integration.name })}
										onClick={() => onJson(integration)}
									>
										{t("json.short")}
									</SmallButton>
									<SmallButton
										aria-label={mailWords("ofName", { name: integration.name })}
										onClick={() => onMail(integration)}
									>
										{mailWords("button")}
									</SmallButton>
									<SmallButton
										aria-label={t("replaceKeyOfName", { name: integration.name })}
										onClick={() => onReplace(integration)}
									>
										{t("replaceKey")}
									</SmallButton>
									<SmallButton
										aria-label={t("revokeKeyOfName", { name: integration.name })}
										onClick={() => onRevoke(integration)}
									>
										{t("revoke")}
									</SmallButton>
								</>
							),
						}))}
					/>
				)}
			</div>
			<FormFailure failure={keys.isError ? sentenceFor(keys.error) : null} />
			<ButtonRow>
				{keys.isError && (
					<PlainButton loading={keys.isFetching} onClick={() => keys.refetch()}>
						{t("tryAgain")}
					</PlainButton>
				)}
				<PlainButton onClick={onDevice}>{t("replaceADevicesKey")}</PlainButton>
				<Button disabled={keys.isError} onClick={onAdd} data-autofocus>
					{t("addIntegration")}
				</Button>
			</ButtonRow>
		</div>
	);
}

/** Shows that values arrive although none is chosen, and which chosen values no longer arrive. */
function HeardJson({ json: { heardAt, values, chosen, missing } }: { json: JsonFacts }) {
	return (
		<>
			{heardAt !== null && chosen === 0 && (
				<div>{rich("json.heard", { time: <TimeStamp at={heardAt} show="age" />, values, chosen })}</div>
			)}
			{missing.length > 0 && <div className={classes.missing}>{t("json.missing", { paths: missing.join(", ") })}</div>}
		</>
	);
}

function Facts({ integration }: { integration: IntegrationKey }) {
	const { lastUsedAt, isCreatingDevices, previousKeyUntil } = integration;
	return (
		<div className={classes.facts}>
			<span>
				{lastUsedAt ? rich("lastUsed", { time: <TimeStamp at={lastUsedAt.getTime()} show="age" /> }) : t("neverUsed")}
			</span>
			<span>{isCreatingDevices ? t("addsUnknownDevices") : t("knownDevicesOnly")}</span>
			{previousKeyUntil && (
				<span>{rich("integration.formerKeyUntil", { time: <TimeStamp at={previousKeyUntil.getTime()} /> })}</span>
			)}
		</div>
	);
}
