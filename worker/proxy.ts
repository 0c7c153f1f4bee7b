import { Hono } from "hono";
import { trpcRequest } from "./forward/batch-guard";
import { callBody, forwardCall, serverTiming } from "./forward/forward-call";
import { ownRequest } from "./middleware/own-request";
import { ready } from "./middleware/ready";
import { quota, sessionOrGuest } from "./middleware/session";
import type { Console } from "./services/console";

export const proxy = new Hono<Console>().all(
	"/*",
	ownRequest,
	trpcRequest,
	ready,
	callBody,
	serverTiming,
	sessionOrGuest,
	quota,
	forwardCall,
);
