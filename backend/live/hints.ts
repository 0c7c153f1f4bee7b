import type { LiveTopic } from "../../shared/live";

/** In the place of a device: the account itself, which concerns those alone who see all of it. */
export const wholeAccount = "account";

/** Tells open screens that something changed. Cheap: called at every write; what is sent is at most one message a second. */
export type Hints = {
	/** `deviceIds`: whose data changed, so that only those who may see one of them hear of it; `all`: everybody. */
	changed(topic: LiveTopic, deviceIds: string[] | "all"): void;
};
