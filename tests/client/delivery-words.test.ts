import { expect, it } from "vitest";
import { messageStateOf } from "../../client/entities/message-state";
import { deliveryText } from "../../client/features/alerts/event-labels";
import { whyText } from "../../client/features/messages/message-labels";
import type { AlertDelivery } from "../../shared/alert/alert";

const lost = { state: "mayHaveArrived", reason: "superseded", error: "The sending was interrupted" } as const;

it("says of a message that may have arrived why it was not sent again", () => {
	const delivery: AlertDelivery = {
		kind: "first",
		channel: "email",
		queuedAt: 0,
		...lost,
		sentAt: null,
		settledAt: 0,
		dueAt: null,
		others: 0,
		isShared: false,
	};
	expect(deliveryText(delivery)).toBe(
		"Alert by E-mail: may have arrived, as the sending was interrupted. It was not sent again: A later message tells it too.",
	);
	expect(whyText(lost)).toBe("The sending was interrupted. It was not sent again: A later message tells it too.");
	expect(messageStateOf(lost.state).label).toBe("May have arrived");
});

it("shows a state of a newer backend as unknown", () => {
	expect(messageStateOf("burnt").label).toBe("Unknown");
});
