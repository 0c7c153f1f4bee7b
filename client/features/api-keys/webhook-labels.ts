import type { Webhook, WebhookTopic } from "../../../shared/account/webhook";
import type { ChipTone } from "../../ui/feedback/status-chip";

export const webhookTopics: Record<WebhookTopic, { label: string; description: string }> = {
	alerts: { label: "Alerts", description: "When one begins, gets worse, is acknowledged or ends." },
	devices: { label: "Device status", description: "When a device goes offline, or is back." },
	reports: { label: "Report runs", description: "When a report is made, or could not be." },
};

export const webhookStates: Record<Webhook["state"], { label: string; tone: ChipTone }> = {
	on: { label: "On", tone: "ok" },
	off: { label: "Off", tone: "off" },
	stopped: { label: "Stopped", tone: "bad" },
};
