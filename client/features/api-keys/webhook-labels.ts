import type { Webhook, WebhookTopic } from "../../../shared/account/webhook";
import type { ChipTone } from "../../ui/feedback/status-chip";
import { t } from "../../words/made/keys";

export const webhookTopics: Record<WebhookTopic, { label: string; description: string }> = {
	alerts: { label: t("alerts"), description: t("topic.alerts.help") },
	devices: { label: t("deviceStatus"), description: t("topic.devices.help") },
	reports: { label: t("reportRuns"), description: t("topic.reports.help") },
};

export const webhookStates: Record<Webhook["state"], { label: string; tone: ChipTone }> = {
	on: { label: t("webhook.state.on"), tone: "ok" },
	off: { label: t("webhook.state.off"), tone: "off" },
	stopped: { label: t("webhook.state.stopped"), tone: "bad" },
};
