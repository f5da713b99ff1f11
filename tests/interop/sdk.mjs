// The JavaScript SDK of A2A as a buyer of our dealer, and as a dealer of our buyer.
//
// usage: sdk.mjs client|server      JSON on standard input and output; `main.rs` says what is in it.

import { text } from "node:stream/consumers";
import { AgentCard, Extensions, Message, SendMessageRequest } from "@a2a-js/sdk";
import { ClientFactory, ServiceParameters, withA2AExtensions } from "@a2a-js/sdk/client";
import { ContentTypeNotSupportedError } from "@a2a-js/sdk/errors";
import {
  AgentEvent,
  DefaultRequestHandler,
  InMemoryTaskStore,
  JsonRpcTransportHandler,
  ServerCallContext,
} from "@a2a-js/sdk/server";

// Fetches the card at a URL, unless it is given, and makes calls; tells what the SDK made of card and replies.
async function client(order) {
  const agent = order.card
    ? await new ClientFactory().createFromAgentCard(AgentCard.fromJSON(order.card))
    : await new ClientFactory().createFromUrl(order.url);
  const calls = [];
  for (const call of order.calls) calls.push(await oneCall(agent, call));
  return { card: AgentCard.toJSON(await agent.getAgentCard()), calls };
}

async function oneCall(agent, call) {
  const serviceParameters = ServiceParameters.create(withA2AExtensions(...call.extensions));
  try {
    const reply = await agent.sendMessage(SendMessageRequest.fromJSON(call.request), {
      serviceParameters,
    });
    return { message: Message.toJSON(reply) };
  } catch (error) {
    const { name, message, metadata = null } = error;
    return { error: { name, message, metadata, raw: error.errorResponse ?? null } };
  }
}

// Answers with the message that it is given.
class Executor {
  answer = null;
  asked = null;

  async execute(context, eventBus) {
    this.asked = Message.toJSON(context.userMessage);
    const message = Message.fromJSON({ ...this.answer, contextId: context.contextId });
    eventBus.publish(AgentEvent.message(message));
    eventBus.finished();
  }

  async cancelTask() {
    throw new Error("not implemented");
  }
}

// Answers with an error where there is no message to answer with: the SDK makes a failed task of what
// an executor throws.
class Handler extends DefaultRequestHandler {
  constructor(card, executor) {
    super(card, new InMemoryTaskStore(), executor);
    this.executor = executor;
  }

  async sendMessage(params, context) {
    if (this.executor.answer === null) throw new ContentTypeNotSupportedError("not this");
    return super.sendMessage(params, context);
  }
}

// Serves a card, and answers each body of a JSON-RPC request.
async function server(order) {
  const card = AgentCard.fromJSON(order.card);
  const executor = new Executor();
  const transport = new JsonRpcTransportHandler(new Handler(card, executor));
  const replies = [];
  for (const call of order.calls) {
    executor.answer = call.answer;
    executor.asked = null;
    const context = new ServerCallContext({
      requestedVersion: call.headers["A2A-Version"],
      requestedExtensions: Extensions.parseServiceParameter(call.headers["A2A-Extensions"]),
    });
    const reply = await transport.handle(call.body, context);
    replies.push({ asked: executor.asked, body: JSON.stringify(reply) });
  }
  return { card: AgentCard.toJSON(card), replies };
}

const role = { client, server }[process.argv[2]];
// What the SDK has to say on the console is no part of the result.
console.log = console.warn = console.error = () => {};
const result = await role(JSON.parse(await text(process.stdin)));
process.stdout.write(JSON.stringify(result), () => process.exit(0));
