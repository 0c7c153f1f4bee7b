import * as z from "zod/mini";
import { ContactId } from "../base/ids";

export const telegramPath = "/api/telegram";
export const largestTelegramUpdate = 64_000;

export const TelegramTarget = z.object({ contactId: ContactId });
export type TelegramTarget = z.infer<typeof TelegramTarget>;

/** Sent to the bot, the code joins the chat. `bot`: its user name. */
export const TelegramCode = z.object({ code: z.string(), bot: z.string(), until: z.date() });
export type TelegramCode = z.infer<typeof TelegramCode>;
