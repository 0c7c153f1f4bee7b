/**
 * What a local run would have sent to a person. `to` is an e-mail address or a telephone number, `code` what the
 * person is to type, if anything; `sentAt` is epoch ms.
 */
export type Message = {
	to: string;
	/** Whose message it is where `to` does not say it: the e-mail address of a telephone's owner. */
	owner: string | null;
	subject: string;
	text: string;
	code: string | null;
	sentAt: number;
};

/** How anything in a local run sends a message. */
export type Deliver = (message: Message) => Promise<void>;
