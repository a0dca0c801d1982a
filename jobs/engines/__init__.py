"""Model engines behind one seam: in-process vLLM, an OpenAI-compatible server, a recorded log."""
